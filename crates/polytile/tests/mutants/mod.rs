//! Checkpoints forged: real ones with one thing changed and the checksum mended.

use serde_json::{Value, json};

/// Fowler, Noll and Vo's hash, as the files' descriptions name it.
pub fn fnv(bytes: &[u8]) -> u64 {
    fnv_on(0xcbf2_9ce4_8422_2325, bytes)
}

/// The hash of more, after what has the hash `before`.
pub fn fnv_on(before: u64, bytes: &[u8]) -> u64 {
    let next = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(before, next)
}

/// The body of a checkpoint.
pub fn body(text: &str) -> Value {
    serde_json::from_str(text.split_once('\n').unwrap().1).unwrap()
}

/// A checkpoint of this kind with this body, and with the checksum that it asks for.
pub fn mended(kind: &str, body: &str) -> String {
    let words = format!("polytile checkpoint 2 {kind}");
    let sum = fnv(format!("{words}\n{body}\n").as_bytes());
    format!("{words} {sum:016x}\n{body}\n")
}

/// All ways to change one thing in `value`: a number, a text, what a list or an object holds.
pub fn mutants(value: &Value) -> Vec<(String, Value)> {
    let mut places = vec![String::new()];
    let mut all = Vec::new();
    while let Some(place) = places.pop() {
        let here = value.pointer(&place).unwrap();
        match here {
            Value::Array(list) => places.extend((0..list.len()).map(|i| format!("{place}/{i}"))),
            Value::Object(members) => places.extend(members.keys().map(|key| format!("{place}/{key}"))),
            _ => {}
        }
        for other in others(here).into_iter().filter(|other| other != here) {
            let mut whole = value.clone();
            let name = format!("{place}: {here} becomes {other}");
            *whole.pointer_mut(&place).unwrap() = other;
            all.push((name.chars().take(300).collect(), whole));
        }
    }
    all
}

fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().unwrap();
            let mut others = vec![json!(-1), json!(0.5), json!("1"), Value::Null, json!([])];
            others.extend([0, 1, u64::from(u32::MAX), 1 << 40, 1 << 63, u64::MAX].map(Value::from));
            others.extend(
                [number.wrapping_add(1), number.wrapping_sub(1), number.wrapping_mul(2)].map(Value::from),
            );
            others
        }
        Value::String(_) => {
            [json!(""), json!("0e0"), json!("1e0"), json!("-0e0"), json!("NaN"), json!(0)].into()
        }
        Value::Null => [json!(0), json!(3), json!(u64::MAX), json!("")].into(),
        Value::Bool(is) => [json!(!is)].into(),
        Value::Array(list) => {
            let changed = |change: &dyn Fn(&mut Vec<Value>)| {
                let mut list = list.clone();
                change(&mut list);
                Value::Array(list)
            };
            let mut others = vec![
                json!([]),
                json!({}),
                json!([0]),
                changed(&|list| list.reverse()),
                changed(&|list| list.extend(list.clone())),
                changed(&|list| list.push(json!(7))),
            ];
            for i in 0..list.len() {
                others.push(changed(&|list| drop(list.remove(i))));
                others.push(changed(&|list| list.truncate(i)));
                others.push(changed(&|list| list.insert(i, list[i].clone())));
                others.push(changed(&|list| list.rotate_left(i)));
                if i > 0 {
                    others.push(changed(&|list| list.swap(i - 1, i)));
                }
            }
            others
        }
        Value::Object(members) => {
            let mut others = vec![json!([]), Value::Null, json!({})];
            let mut more = members.clone();
            more.insert("more".to_owned(), json!(1));
            others.push(Value::Object(more));
            for key in members.keys() {
                let mut fewer = members.clone();
                fewer.remove(key);
                others.push(Value::Object(fewer));
            }
            others
        }
    }
}
