//! Makes what a page or node loads out of the module that rustc made: `glue MODULE.wasm DIRECTORY`.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, directory] = &arguments[..] else { return Err("glue MODULE.wasm DIRECTORY".into()) };
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen.input_path(module).nodejs(true)?.remove_name_section(true).remove_producers_section(true);
    Ok(bindgen.generate(directory)?)
}

#[cfg(target_arch = "wasm32")]
fn main() {}
