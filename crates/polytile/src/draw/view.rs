//! From where cells in space are looked at.

use crate::choice::choice;

choice! {
    /// From where the cells of a board in space are looked at.
    #[derive(Default)]
    pub enum View {
        /// Layer by layer.
        #[default]
        Layers = "layers", "From above, layer by layer, side by side";
        /// As solid bodies.
        Isometric = "isometric", "From above and in front, as solid bodies that are moved apart; some may still hide others";
    }
}
