// Golomb's board as pixels: whether they are a tiling.
import assert from "node:assert/strict";

/** The colours in the middles of all cells of Golomb's board, as numbers. */
const colours = (page, side) =>
  page.locator(".map canvas").evaluate((canvas, side) => {
    const context = canvas.getContext("2d");
    const ratio = canvas.width / canvas.clientWidth;
    const scale = (Math.min(canvas.clientWidth, canvas.clientHeight) * 0.95) / side;
    const [left, top] = [canvas.clientWidth / 2 - (side * scale) / 2, canvas.clientHeight / 2 - (side * scale) / 2];
    return Array.from({ length: side }, (_, row) =>
      Array.from({ length: side }, (_, col) => {
        const [x, y] = [(left + (col + 0.5) * scale) * ratio, (top + (row + 0.5) * scale) * ratio];
        return [...context.getImageData(x, y, 1, 1).data.slice(0, 3)].join();
      }),
    );
  }, side);

/** Whether neighbours of one colour are trominoes, three to each, and the hole alone is different. */
function assertTiled(grid, [holeRow, holeCol]) {
  const side = grid.length;
  const known = new Set(["86,180,233", "230,159,0", "0,114,178"]);
  const seen = new Set();
  let pieces = 0;
  for (let row = 0; row < side; row += 1)
    for (let col = 0; col < side; col += 1) {
      const hole = row === holeRow && col === holeCol;
      assert.equal(known.has(grid[row][col]), !hole, `row ${row}, column ${col}: ${grid[row][col]}`);
      if (hole || seen.has(`${row},${col}`)) continue;
      const stack = [[row, col]];
      seen.add(`${row},${col}`);
      let size = 0;
      for (let at = stack.pop(); at; at = stack.pop()) {
        size += 1;
        for (const [r, c] of [[at[0] + 1, at[1]], [at[0] - 1, at[1]], [at[0], at[1] + 1], [at[0], at[1] - 1]]) {
          if (grid[r]?.[c] !== grid[row][col] || seen.has(`${r},${c}`)) continue;
          seen.add(`${r},${c}`);
          stack.push([r, c]);
        }
      }
      assert.equal(size, 3, `around row ${row}, column ${col}`);
      pieces += 1;
    }
  assert.equal(pieces, (side * side - 1) / 3);
}

/** Until what is drawn is a tiling. */
export async function tiled(page, n, hole) {
  for (let tries = 0; ; tries += 1) {
    try {
      return assertTiled(await colours(page, 2 ** n), hole);
    } catch (error) {
      if (tries === 40) throw error;
      await page.waitForTimeout(100);
    }
  }
}
