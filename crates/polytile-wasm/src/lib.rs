//! The engines for a browser's worker, or for node: a question in JSON goes in, what is found and the answer come out.
//!
//! One thread, no files; memory has a limit, because a module that has grown never shrinks. What is found is handed out as it
//! comes, and none of it is kept here.
#![cfg(target_arch = "wasm32")]

use polytile::ask::{Room, told};
use polytile::run::Control;
use polytile::run::clock::{Duration, Instant};
use serde_json::json;
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::sync::Mutex;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A function that hears each part, `{"part": ..., "text": ...}` as a text, and may return `false` where it wants no more. A few
    /// times a second it also hears how far the engine is, `{"progress": ...}`.
    #[wasm_bindgen(typescript_type = "(part: string) => boolean | void")]
    pub type Hears;

    #[wasm_bindgen(method, catch)]
    fn call(this: &Hears, receiver: &JsValue, part: &str) -> Result<JsValue, JsValue>;
}

/// Between two messages about progress.
const PAUSE: Duration = Duration::from_millis(150);

thread_local! {
    /// Whoever hears what is found: an engine may hand it out on any thread, but a value of JavaScript stays on the only one
    /// there is.
    static HEARS: Cell<Option<Hears>> = const { Cell::new(None) };
    /// What was found for the last question, where the next may need it.
    static ROOM: RefCell<Room> = RefCell::default();
    /// What the listener has thrown.
    static THROWN: Cell<Option<JsValue>> = const { Cell::new(None) };
}

/// The kinds of question that this module answers: values of the key `question`.
#[wasm_bindgen]
pub fn kinds() -> Vec<String> {
    polytile::ask::kinds().map(str::to_owned).collect()
}

/// Tells the listener, who may ask something else in the meantime.
fn tell(part: &str) -> ControlFlow<()> {
    let Some(hears) = HEARS.take() else { return ControlFlow::Continue(()) };
    let said = hears.call(&JsValue::UNDEFINED, part);
    HEARS.set(Some(hears));
    match said {
        Ok(said) if said == JsValue::FALSE => ControlFlow::Break(()),
        Ok(_) => ControlFlow::Continue(()),
        Err(thrown) => {
            THROWN.set(Some(thrown));
            ControlFlow::Break(())
        }
    }
}

/// Answers a question in JSON within `memory` bytes: `{"answer": ..., "text": ...}`, or
/// `{"error": MESSAGE, "help": MEND}`, as a text. `hears` is called with each part that comes before, as it is found; where it
/// returns `false`, the answer says how far it went.
///
/// # Errors
/// Throws what `hears` throws.
#[wasm_bindgen]
pub fn ask(question: &str, memory: f64, hears: Option<Hears>) -> Result<String, JsValue> {
    let before = HEARS.replace(hears);
    let said = Mutex::new(Instant::now());
    let control = Control::default().memory(memory as u64).on_progress(move |progress| {
        if let Ok(mut said) = said.lock()
            && said.elapsed() >= PAUSE
        {
            *said = Instant::now();
            // Every part also asks whether to continue.
            let _ = tell(&json!({ "progress": progress.to_string() }).to_string());
        }
    });
    // A question that is asked meanwhile has a room of its own.
    let mut room = ROOM.take();
    let answer = room.posted(question, &control, &mut |part| tell(&told(&part).to_string()));
    ROOM.set(room);
    HEARS.set(before);
    match THROWN.take() {
        Some(thrown) => Err(thrown),
        None => Ok(answer.to_string()),
    }
}
