/** Number Mind without its looks: secrets, how right a guess is, and guesses as texts. */
export interface Guess {
  digits: string;
  correct: number;
}

/** A secret of so many digits: the same for the same seed, so that it can be sent to somebody who does not read it off the address. */
export function secretOf(seed: number, length: number): string {
  // Steele, Lea and Flood's mixing of a counter (2014).
  let state = Math.imul(seed, 0x9e3779b9) ^ length;
  return Array.from({ length }, () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return String(((mixed ^ (mixed >>> 15)) >>> 0) % 10);
  }).join("");
}

/** How many digits of a guess stand where the secret has the same. */
export const right = (guess: string, secret: string): number => [...guess].filter((digit, i) => digit === secret[i]).length;

/** The guesses of an address, those that have so many digits. */
export const tried = (text: string, length: number): string[] => text.split(".").filter((word) => word.length === length && /^\d+$/.test(word));

/** Guesses as the library reads them. */
export const lines = (guesses: readonly Guess[]): string => guesses.map(({ digits, correct }) => `${digits} ;${correct} correct\n`).join("");

/** Guesses to begin with, lines parted by `/`. */
export const EXAMPLES: readonly (readonly [string, string])[] = [
  ["90342 ;2/70794 ;0/39458 ;2/34109 ;1/51545 ;2/12531 ;1", "Five digits"],
  [
    "5616185650518293 ;2/3847439647293047 ;1/5855462940810587 ;3/9742855507068353 ;3/4296849643607543 ;3/3174248439465858 ;1/4513559094146117 ;2/7890971548908067 ;3/" +
      "8157356344118483 ;1/2615250744386899 ;2/8690095851526254 ;3/6375711915077050 ;1/6913859173121360 ;1/6442889055042768 ;2/2321386104303845 ;0/2326509471271448 ;2/" +
      "5251583379644322 ;2/1748270476758276 ;3/4895722652190306 ;1/3041631117224635 ;3/1841236454324589 ;3/2659862637316867 ;2",
    "Sixteen digits, Project Euler 185",
  ],
];
