import assert from "node:assert/strict";
import { test } from "node:test";
import * as address from "../src/address.ts";
import { grouped } from "../src/ask/ask.ts";
import { events } from "../src/ask/events.ts";
import { loops, middle, neighbours, path, type Polygon, towards } from "../src/geometry.ts";
import { numbers, shaded } from "../src/palette.ts";
import * as trail from "../src/trail.ts";
import { cellAt, kept, levelOf, screen, seen, trominoes, whole, zoomed } from "../src/views/golomb-map.ts";
import { begun, ground, nameOf, named as boardNamed, stored, whole as wholeBoard, words } from "../src/views/paint-board.ts";
import { account, asked, aztec, drawn, exhausted, found, growth, images, painted, picked, rectangle, text, verdict, written } from "../src/views/paint-logic.ts";
import { EXAMPLES, lines, right, secretOf, tried } from "../src/views/play-mind-logic.ts";
import { apart, layout, pieces, travel } from "../src/views/relatives-logic.ts";
import { drawing, drawn as sketched, letters as named, marked, sized as resized } from "../src/views/slide-drawing.ts";
import { counted, follow, map, meant, nearest, state } from "../src/views/slide-logic.ts";

const square = (row: number, col: number): Polygon => [[col, row], [col + 1, row], [col + 1, row + 1], [col, row + 1]];

test("a count of none, of one and of a few comes with what is known of it", () => {
  assert.equal(exhausted(false), "A search went through every possibility, and there is no tiling. No short reason was found.");
  assert.equal(exhausted(null), "The count says that there is no tiling. No short reason was found.");
  assert.equal(verdict("1", undefined), "It is the only one.");
  assert.equal(verdict("4", true), "They are images of each other: it is the only one, up to symmetry.");
  assert.equal(verdict("8", false), "They are not all images of each other.");
  assert.equal(verdict("8", undefined), null);
  assert.equal(verdict("20574308184277971", true), null);
});

test("growth says the ratio and its polynomial", () => {
  const ratio = { decimals: "1.6180339887498948482045868343656381177203", step: 1, minimal_polynomial: "x^2 - x - 1" };
  assert.deepEqual(growth(ratio, 0.24060591252980173), ["The entropy per cell is 0.240606; a(n+1)/a(n) tends to 1.6180339887…, the largest root of", "x^2 - x - 1"]);
  assert.match(growth({ ...ratio, step: 2 }, 0.24)[0] as string, /a\(n\+2\)\/a\(n\) tends/);
  assert.deepEqual(growth(null, 0.25), ["The entropy per cell is 0.250000."]);
  assert.deepEqual(growth(null, null), []);
});

test("an address is read as it was written", () => {
  const here = { view: "golomb", values: { n: "5", hole: "11,20", board: "##./###", text: "a b&c\nd" } };
  assert.deepEqual(address.read(address.write(here)), here);
  assert.equal(address.write({ view: "golomb", values: { n: "5", hole: "1,2", gone: "" } }), "#/golomb?n=5&hole=1,2");
  assert.deepEqual(address.read(""), { view: "", values: {} });
  assert.equal(address.integer("99999", 1, 60, 4), 60);
  assert.equal(address.integer("1e3", 1, 60, 4), 4);
});

test("what is undone can be done again, until something else is done", () => {
  let way = trail.go(trail.go(trail.begin(1), 2), 3);
  way = trail.undo(trail.undo(way));
  assert.equal(way.now, 1);
  assert.equal(trail.undo(way).now, 1);
  assert.equal(trail.redo(trail.redo(trail.redo(way))).now, 3);
  assert.deepEqual(trail.go(trail.redo(way), 9), { past: [1, 2], now: 9, future: [] });
});

test("digits in groups", () => {
  assert.equal(grouped("17735061025562799941630").replaceAll("\u2009", " "), "17 735 061 025 562 799 941 630");
  assert.equal(grouped(999), "999");
});

test("outlines of cells of any lattice", () => {
  const [loop] = loops([square(0, 0), square(0, 1), square(1, 0)]);
  assert.equal(loop?.length, 6);
  const ring = [0, 1, 2].flatMap((r) => [0, 1, 2].flatMap((c) => (r === 1 && c === 1 ? [] : [square(r, c)])));
  assert.equal(loops(ring).length, 2);
  const h = Math.sqrt(3) / 2;
  const up: Polygon = [[0, h], [0.5, 0], [1, h]];
  const down: Polygon = [[0.5, 0], [1.5, 0], [1, h]];
  assert.equal(loops([up, down])[0]?.length, 4);
  assert.match(path([square(0, 0)], 0.1, 0.2), /^M0\.1 0\.3Q0\.1 0\.1 /);
  assert.deepEqual(middle([square(1, 2)]), [2.5, 1.5]);
  const middles = [square(0, 0), square(0, 1), square(1, 0)].map((one) => middle([one]));
  assert.equal(towards(middles, middles[0] ?? [0, 0], [1, 0]), 1);
  assert.equal(towards(middles, middles[0] ?? [0, 0], [0, 1]), 2);
  assert.equal(towards(middles, middles[0] ?? [0, 0], [-1, 0]), null);
});

test("neighbours have different numbers", () => {
  const line = [[0, 1], [2, 3], [4, 5]];
  assert.deepEqual(numbers(line, (cell) => [cell - 1, cell + 1]), [0, 1, 0]);
});

test("the map of a board of side 2^60 is exact to the cell", () => {
  const [n, width, height] = [60, 700, 600];
  let camera = whole(n, width, height);
  assert.equal(levelOf(camera.scale, n), 54);
  const hole = [123456789012345678n, 987654321098765432n] as const;
  for (let i = 0; i < 80; i += 1) {
    const { x, y } = screen(camera, 0, ...hole);
    const half = camera.scale / 2;
    camera = kept(zoomed({ ...camera }, 2, x + half, y + half), n, width, height);
    // The hole stays where it is.
    const after = screen(camera, 0, ...hole);
    assert.ok(Math.abs(after.x) <= width && Math.abs(after.y) <= height, `${i}: ${after.x}, ${after.y}`);
  }
  assert.equal(camera.scale, 84);
  const { x, y } = screen(camera, 0, ...hole);
  assert.deepEqual(cellAt(camera, n, x + 40, y + 40), [...hole]);
  const part = seen(camera, n, width, height);
  assert.equal(part.level, 0);
  assert.ok(part.rows <= 9 && part.cols <= 10);
  assert.equal(trominoes(1), 1n);
  assert.equal(trominoes(60) * 3n + 1n, 1n << 120n);
});

test("nothing beside the board is asked for", () => {
  for (const n of [1, 4, 9, 30, 60]) {
    let camera = whole(n, 360, 360);
    for (let i = 0; i < 70; i += 1) {
      const part = seen(camera, n, 360, 360);
      const side = 1n << BigInt(n - part.level);
      assert.ok(part.row >= 0n && part.row + BigInt(part.rows) <= side, `${n} ${i}`);
      assert.ok(part.col >= 0n && part.col + BigInt(part.cols) <= side, `${n} ${i}`);
      assert.ok(part.rows * part.cols <= 800 * 800);
      camera = kept(zoomed(camera, 1.9, 170, -150), n, 360, 360);
    }
  }
});

test("regions as texts and under symmetries", () => {
  assert.equal(aztec(5).on.filter(Boolean).length, 60);
  assert.deepEqual(drawn(text(aztec(3), "/")), aztec(3));
  assert.deepEqual(drawn("9x12"), rectangle(9, 12));
  assert.equal(drawn("99x12"), null);
  assert.equal(drawn("...\n..."), null);
  assert.equal(drawn("##\n#\n")?.on.join(), "true,true,true,false");
  assert.deepEqual(images(rectangle(4, 4), 1, "turn").sort((a, b) => a - b), [1, 7, 8, 14]);
  assert.deepEqual(images(rectangle(3, 5), 1, "sides"), [1, 3]);
  const one = rectangle(1, 1);
  assert.equal(painted(one, [0], false), one);
  assert.equal(account(60, [5, 5], false), "60 cells: 12 pieces");
  assert.equal(account(52, [5], false), "52 cells: 2 too many for pieces of 5, or 3 too few");
  assert.equal(account(7, [3, 2, 4], false), "7 cells; pieces of 2, 3 and 4");
  assert.equal(account(60, [5, 5, 5, 5, 5, 5, 5, 5, 5], true), "45 of 60 cells, 9 pieces");
});

test("pieces as texts, in so many copies", () => {
  assert.deepEqual(picked("2:L4,I5,"), [{ name: "L4", number: 2 }, { name: "I5", number: 1 }]);
  assert.equal(written(picked("2:L4,1:I5")), "2:L4,I5");
  assert.deepEqual((["any", "once", "own"] as const).map((copies) => asked(picked("2:L4,I5"), copies)), ["L4,I5", "0..1:L4,0..1:I5", "2:L4,1:I5"]);
  assert.equal(found("1", "kasteleyn", 0.0125), "tiling, by Kasteleyn’s determinants in 13 ms");
});

test("secrets, and how right a guess is", () => {
  assert.equal(right("90342", "39542"), 2);
  assert.equal(secretOf(7, 5), secretOf(7, 5));
  assert.match(secretOf(3, 10), /^\d{10}$/);
  // Every digit is there, about as often as every other.
  const digits = Array.from({ length: 1000 }, (_, seed) => secretOf(seed, 6)).join("");
  for (const digit of "0123456789") assert.ok(Math.abs(digits.split(digit).length - 601) < 120, digit);
  assert.deepEqual(tried("123.12.1234.12a.456", 3), ["123", "456"]);
  assert.equal(lines([{ digits: "123", correct: 1 }]), "123 ;1 correct\n");
  for (const [guesses] of EXAMPLES) for (const line of guesses.split("/")) assert.match(line, /^\d+ ;\d$/);
});

test("a piece follows a finger along the ways there are", () => {
  const corner = [[1, 0], [1, 1]] as const;
  assert.deepEqual(follow(corner, [0.4, 0.1]), [0.4, 0]);
  assert.deepEqual(follow(corner, [1.3, 0.6]), [1, 0.6]);
  assert.deepEqual(follow([], [3, 3]), [0, 0]);
  assert.deepEqual(nearest(corner, [0.9, 0.8]), [1, 1]);
});

test("a piece follows a finger along slanting ways too, and across gaps to the next place only", () => {
  const slant: [number, number] = [0.5, Math.sqrt(3) / 2];
  // Half way, and from a little beside it.
  const [x, y] = follow([slant], [0.25 + 0.866, 0.433 - 0.5]);
  assert.ok(Math.hypot(x - 0.25, y - 0.433) < 1e-3);
  assert.deepEqual(follow([[1, 0], [5, 0]], [4, 0]), [5, 0]);
});

test("keys go where a piece can, and Shift tells two slanting ways apart", () => {
  assert.equal(meant("ArrowUp", false, ["up", "left"]), "up");
  assert.equal(meant("ArrowUp", false, ["up-left", "up-right"]), "up-left");
  assert.equal(meant("ArrowUp", true, ["up-left", "up-right"]), "up-right");
  assert.equal(meant("ArrowDown", false, ["down-right"]), "down-right");
  assert.equal(meant("PageDown", false, ["front"]), "front");
  assert.equal(meant("ArrowLeft", false, ["right"]), undefined);
  assert.equal(meant("a", false, ["left"]), undefined);
});

test("boards that go by a name, and cells taken away", () => {
  assert.deepEqual(boardNamed("box:2x3x4"), { kind: "box", numbers: [2, 3, 4], lattice: "cube" });
  for (const wrong of ["hexagon:0", "hexagon:99", "hexagon:2x2", "box:2x3", "prism:2", "6x10", "hexagon:", "constructor:1"]) assert.equal(boardNamed(wrong), null, wrong);
  const land = ground("hexagon:2", "0,1 2,1");
  const cells = [[0, 1], [0, 2], [1, 0], [1, 1], [1, 2], [2, 0], [2, 1]];
  const on = cells.map((cell) => !land.gone?.has(cell.join()));
  assert.equal(wholeBoard(land), "hexagon:2");
  assert.deepEqual(words(land, cells, on), { board: "hexagon:2", remove: ["0,1", "2,1"] });
  assert.deepEqual(stored(land, cells, on), { board: "hexagon:2", gone: "0,1 2,1" });
  assert.deepEqual(words(land, cells, cells.map(() => true)), { board: "hexagon:2" });
  const squares = ground(".xx/xxx", undefined);
  assert.equal(wholeBoard(squares), "2x3");
  assert.deepEqual(words(squares, [], squares.squares?.on ?? []), { board: ".##\n###\n" });
  assert.deepEqual(stored(squares, [], [true, true, true, true, true, false]), { board: "xxx/xx.", gone: "" });
  // Other cells take other pieces; the same keep those that are chosen.
  assert.equal(begun("square", "tri-hexagon:3").pieces, "diamond");
  assert.deepEqual(begun("hex", "hexagon:4"), { board: "hexagon:4", gone: "" });
  assert.equal(begun("hex", "6x10").board, "6x10");
  assert.equal(nameOf(boardNamed("tri-parallelogram:4x9")!), "tri-parallelogram:4x9");
});

test("cells beside each other share a side; colours in less light are darker", () => {
  const triangles: Polygon[] = [[[0, 0], [1, 0], [0.5, 0.866]], [[1, 0], [1.5, 0.866], [0.5, 0.866]], [[9, 9], [10, 9], [9.5, 10]]];
  assert.deepEqual(neighbours(triangles), [[1], [0], []]);
  assert.equal(shaded("#ff8000", 50), "#804000");
  assert.equal(shaded("#123456", 100), "#123456");
});

test("moves are counted in each metric", () => {
  const way = ["down", "down", "left"];
  assert.deepEqual(["step", "slide", "move"].map((metric) => counted(metric, way, false)), [3, 2, 1]);
  assert.equal(counted("move", way, true), 0);
});

test("positions that differ by pieces that are alike are one state", () => {
  const kinds = new Map([["A", 0], ["B", 0], ["C", 1]]);
  assert.equal(state("AB.\nC..\n", kinds), state("BA.\nC..\n", kinds));
  assert.notEqual(state("AB.\nC..\n", kinds), state("AC.\nB..\n", kinds));
});

test("a map of states goes by distance", () => {
  const { x, y } = map([0, 1, 1, 2], [[0, 1], [0, 2], [1, 3], [2, 3]]);
  assert.deepEqual([...x], [0, 0.5, 0.5, 1]);
  assert.ok((y[1] as number) !== (y[2] as number));
  assert.deepEqual([...map([0], []).x], [0.5]);
});

test("the graph of a class has room, and is the same every time", () => {
  const edges = Array.from({ length: 49 }, (_, i) => [i, i + 1] as const);
  const at = layout(50, edges);
  assert.deepEqual(at, layout(50, edges));
  const placed = apart(at.map(([x, y]) => [x * 600, y * 400]), 60, 40);
  for (const [i, a] of placed.entries())
    for (const b of placed.slice(0, i)) assert.ok(Math.abs(a[0] - b[0]) > 59 || Math.abs(a[1] - b[1]) > 39, `${a} ${b}`);
});

test("pieces of letters, and their way to another place", () => {
  const found = pieces("AAB/CCB", (row, col) => row * 3 + col);
  assert.deepEqual(found.map(({ letter, cells }) => [letter, cells.sort().join()]), [["A", "0,1"], ["B", "2,5"], ["C", "3,4"]]);
  assert.equal(pieces("AA.A", (_, col) => col).length, 2);
  const l = [square(0, 0), square(1, 0), square(2, 0), square(2, 1)];
  const turned = [square(5, 5), square(5, 6), square(5, 7), square(6, 5)];
  const mirrored = [square(0, 1), square(1, 1), square(2, 1), square(2, 0)];
  const { matrix } = travel(l, turned);
  assert.deepEqual(matrix.map((value) => Math.round(value) + 0), [0, 1, -1, 0]);
  assert.equal(travel(l, mirrored).matrix.reduce((sum, value, i) => sum + value * (i === 0 || i === 3 ? 1 : 0), 0), 0);
});

test("events are read, wherever the network cuts them", async () => {
  const text = ': alive\n\nevent: partial\ndata: {"part":"é: 1\\n"}\n\n:\n\nevent: answer\ndata: {"answer":2}\n\n';
  const bytes = new TextEncoder().encode(text);
  for (let cut = 0; cut < bytes.length; cut += 1) {
    const cuts = [bytes.slice(0, cut), bytes.slice(cut, cut + 1), bytes.slice(cut + 1)];
    const stream = new ReadableStream<Uint8Array>({
      start(to) {
        cuts.forEach((cut) => to.enqueue(cut));
        to.close();
      },
    });
    const found = [];
    for await (const event of events(stream)) found.push(event);
    assert.deepEqual(found, [
      { name: "partial", data: { part: "é: 1\n" } },
      { name: "answer", data: { answer: 2 } },
    ]);
  }
});

test("a sliding puzzle is drawn, and read as it was written", () => {
  const own = drawing("AAB\n#.B\n\n.AA\n");
  assert.deepEqual(own, { start: ["AAB", "#.B"], goal: [".AA", "..."] });
  assert.ok(own);
  assert.deepEqual(drawing(sketched(own)), own);
  const more = marked(marked(own, "start", [4], "C"), "goal", [0, 1, 2], ".");
  assert.equal(sketched(more), "start = '''\nAAB\n#CB\n'''\n");
  assert.deepEqual(named(more), { pieces: ["A", "B", "C"], next: "D" });
  assert.deepEqual(resized(own, 3, 2), { start: ["AA", "#.", ".."], goal: [".A", "..", ".."] });
  // What says more than a drawing is left as it is.
  assert.equal(drawing(`title = "own"\n${sketched(own)}`), null);
  assert.equal(drawing("3 3\n"), null);
  assert.equal(drawing(""), null);
});
