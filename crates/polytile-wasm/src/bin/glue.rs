//! Makes, from the module that rustc made, what node loads, or with `--web` a page: `glue [--web] MODULE.wasm DIRECTORY`.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (web, [module, directory]) = (match &arguments[..] {
        [flag, rest @ ..] if flag == "--web" => (true, rest),
        rest => (false, rest),
    }) else {
        return Err("glue [--web] MODULE.wasm DIRECTORY".into());
    };
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen.input_path(module).remove_name_section(true).remove_producers_section(true);
    let bindgen = if web { bindgen.web(true)?.typescript(true) } else { bindgen.nodejs(true)? };
    Ok(bindgen.generate(directory)?)
}

#[cfg(target_arch = "wasm32")]
fn main() {}
