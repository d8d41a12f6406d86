//! Lists of sets: [`polytile::format::sets`].
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::format::sets;
use polytile_fuzz::checked;

fuzz_target!(|text: &str| {
    let Some(read) = checked(text, sets::parse(text)) else { return };
    let members = || read.sets().iter().flatten();
    assert!(members().all(|&member| (member as usize) < read.names().len()), "{read:?}");
    let quoted = |name: &str| (!name.contains(['\'', '"'])).then(|| format!("'{name}'"));
    let Some(names) = read.names().iter().map(|name| quoted(name)).collect::<Option<Vec<_>>>() else {
        return;
    };
    let set = |set: &Vec<u32>| {
        let names: Vec<&str> = set.iter().map(|&member| &*names[member as usize]).collect();
        format!("{{{}}}\n", names.join(" "))
    };
    let written: String = read.sets().iter().map(set).collect();
    let again = sets::parse(&written).unwrap_or_else(|error| panic!("{error:?} in\n{written}"));
    assert_eq!(again, read, "{written}");
});
