use polytile::{board::*, pieces::*, plan::*, problem::*, run::Control};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (r, c) = a[1].split_once('x').unwrap();
    let region = Region::rectangle(r.parse().unwrap(), c.parse().unwrap()).unwrap();
    let mut v = vec![];
    for s in a[2].split(',') {
        v.extend(PieceSet::all(s.parse().unwrap(), Freedom::Free).iter().cloned());
    }
    let p = Problem::new(region, PieceSet::new(v));
    let order = match a.get(4).map(|s| s.as_str()) {
        Some("c") => Order::Columns,
        Some("d") => Order::Diagonals,
        _ => Order::Rows,
    };
    let t = std::time::Instant::now();
    let x = count(
        &p,
        &CountOptions {
            order: Some(order),
            engine: (a.get(4).map(|s| s.as_str()) == Some("D")).then_some(Engine::Dense),
            ..Default::default()
        },
        &Control::default().threads(a[3].parse().unwrap()),
    )
    .unwrap();
    println!("{:?} peak {} {:?}", x.answer, x.peak_states, t.elapsed());
}
