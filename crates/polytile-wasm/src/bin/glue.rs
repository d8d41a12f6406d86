//! Makes what node, or with `--web` a page, loads out of the module that rustc made: `glue [--web] MODULE.wasm DIRECTORY`. And
//! answers questions natively, for comparison: `glue --answers FILE` reads one on each line, and prints an answer on each.

/// Bytes of memory for an answer.
#[cfg(not(target_arch = "wasm32"))]
const MEMORY: u64 = 1 << 30;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [flag, questions] if flag == "--answers" => {
            for question in std::fs::read_to_string(questions)?.lines() {
                println!("{}", polytile_wasm::answered(question, MEMORY));
            }
            Ok(())
        }
        [flag, module, directory] if flag == "--web" => glue(module, directory, true),
        [module, directory] => glue(module, directory, false),
        _ => Err("glue [--web] MODULE.wasm DIRECTORY, or glue --answers FILE".into()),
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn glue(module: &str, directory: &str, web: bool) -> Result<(), Box<dyn std::error::Error>> {
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen.input_path(module).remove_name_section(true).remove_producers_section(true);
    let bindgen = if web { bindgen.web(true)?.typescript(true) } else { bindgen.nodejs(true)? };
    Ok(bindgen.generate(directory)?)
}

#[cfg(target_arch = "wasm32")]
fn main() {}
