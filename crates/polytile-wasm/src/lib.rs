//! The engines for a browser's worker, or for node: a question in JSON goes in, what is found and the answer come out.
//!
//! One thread, no files; memory has a limit, because a module that has grown never shrinks. What comes before the answer is
//! told as it comes: `{"part": ..., "text": ...}`, and a few times a second `{"progress": ...}`, a sentence. In the end there is
//! `{"answer": ..., "text": ...}` or `{"error": MESSAGE, "help": MEND}`.

mod room;

pub use room::Room;

use polytile::ask::Part;
use polytile::run::Control;
use serde_json::Value;
#[cfg(target_arch = "wasm32")]
use serde_json::json;

/// Answers a question in JSON within so many bytes of memory, parts and answer at once:
/// `{"parts": [...], "answer": ..., "text": ...}`, or `{"parts": [...], "error": MESSAGE, "help": MEND}`.
pub fn answered(question: &str, memory: u64) -> Value {
    let mut parts = Vec::new();
    let control = Control::default().memory(memory);
    let mut last = Room::default().answer(question, &control, &mut |part: Part| parts.push(part.json()));
    last["parts"] = parts.into();
    last
}

/// [`Room::answer`], for JavaScript: every message is a text in JSON, those before the last are passed to `tell`.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn ask(question: &str, memory: f64, tell: js_sys::Function) -> String {
    use polytile::run::clock::{Duration, Instant};
    use send_wrapper::SendWrapper;
    use std::cell::RefCell;
    use std::sync::{Arc, Mutex};
    use wasm_bindgen::JsValue;

    /// Between two messages about progress.
    const PAUSE: Duration = Duration::from_millis(150);

    std::thread_local! {
        static ROOM: RefCell<Room> = RefCell::default();
    }
    let tell = Arc::new(SendWrapper::new(tell));
    let told = Arc::clone(&tell);
    let say = |tell: &js_sys::Function, message: Value| {
        // Whoever listens badly misses something; the answer does not depend on it.
        let _ = tell.call1(&JsValue::NULL, &JsValue::from_str(&message.to_string()));
    };
    let last = Mutex::new(Instant::now());
    let control = Control::default().memory(memory as u64).on_progress(move |progress| {
        if let Ok(mut last) = last.lock()
            && last.elapsed() >= PAUSE
        {
            *last = Instant::now();
            say(&told, json!({ "progress": progress.to_string() }));
        }
    });
    let answer = ROOM.with_borrow_mut(|room| {
        room.answer(question, &control, &mut |part: Part| {
            say(&tell, json!({ "text": part.text(), "part": part.json() }));
        })
    });
    answer.to_string()
}
