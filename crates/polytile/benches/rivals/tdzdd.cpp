// A rival for the README: tilings of a ROWS x COLS board by I and L trominoes, as an exact
// cover, with TdZdd (https://github.com/kunisura/TdZdd, snapshot 95ad69d).
// Usage: tdzdd ROWS COLS [-v] [-r]    (rows of length COLS are scanned: for
//        speed COLS should be the short side; COLS <= 31)
//   -v: numbers of DD nodes on stderr;  -r: also zddReduce() before counting
// Build: g++ -O3 -DNDEBUG -ITdZdd/include -o tdzdd tdzdd.cpp
//
// Variables: the placements, numbered by their first cell in row-major order.
// A node at the level of a placement p whose first cell is c is reached only
// when all cells before c are covered and c is not; its state is the bitmask
// of covered cells from c on (bit 0 = c, thus 0).  Placements that collide
// with the state, or whose first cell is covered, are skipped (zero-suppressed).
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <vector>
#include <tdzdd/DdSpec.hpp>
#include <tdzdd/DdStructure.hpp>

class Tromino : public tdzdd::DdSpec<Tromino, uint64_t, 2> {
    int R, C, N;                       // board, cells
    int M;                             // placements; placement p <-> level M-p
    std::vector<uint64_t> mask;        // placement -> cells, relative to first
    std::vector<int> cell;             // placement -> its first cell
    std::vector<int> first;            // cell -> its first placement; first[N]=M

    // first placement >= p at its cell compatible with s; level, or 0 if none
    int next(uint64_t s, int c, int p) const {
        for (int e = first[c + 1]; p < e; ++p)
            if (!(mask[p] & s)) return M - p;
        return 0;
    }

public:
    Tromino(int R, int C) : R(R), C(C), N(R * C), M(0) {
        static const int d[6][2][2] = {   // the two other cells (dr, dc)
            {{0, 1}, {0, 2}}, {{1, 0}, {2, 0}},                       // I
            {{0, 1}, {1, 0}}, {{0, 1}, {1, 1}},
            {{1, 0}, {1, 1}}, {{1, -1}, {1, 0}}};                     // L
        for (int r = 0; r < R; ++r)
            for (int c = 0; c < C; ++c) {
                first.push_back(M);
                for (auto& t : d) {
                    uint64_t m = 1;
                    bool ok = true;
                    for (auto& o : t) {
                        int rr = r + o[0], cc = c + o[1];
                        if (rr >= R || cc < 0 || cc >= C) { ok = false; break; }
                        m |= uint64_t(1) << (o[0] * C + o[1]);
                    }
                    if (ok) { mask.push_back(m); cell.push_back(r * C + c); ++M; }
                }
            }
        first.push_back(M);
    }
    int variables() const { return M; }

    int getRoot(uint64_t& s) const {
        s = 0;
        if (N == 0) return -1;
        return next(s, 0, 0);
    }

    int getChild(uint64_t& s, int level, int value) const {
        int p = M - level, c = cell[p];
        if (!value) return next(s, c, p + 1);
        s |= mask[p];
        int k = __builtin_ctzll(~s);   // covered cells at the front
        s >>= k;
        c += k;
        if (c >= N) return -1;
        return next(s, c, first[c]);
    }

    size_t hashCode(uint64_t const& s) const {
        uint64_t h = s * 0x9E3779B97F4A7C15ull;
        return h ^ (h >> 32);
    }
};

int main(int argc, char** argv) {
    if (argc < 3) { std::cerr << "usage: tdzdd ROWS COLS [-v] [-r]\n"; return 2; }
    int R = atoi(argv[1]), C = atoi(argv[2]);
    if (R < 1 || C < 1 || C > 31) { std::cerr << "need ROWS >= 1, 1 <= COLS <= 31\n"; return 2; }
    bool v = false, red = false;
    for (int i = 3; i < argc; ++i) {
        if (!strcmp(argv[i], "-v")) v = true;
        if (!strcmp(argv[i], "-r")) red = true;
    }
    Tromino spec(R, C);
    tdzdd::DdStructure<2> dd(spec);    // top-down, one thread
    if (v) std::cerr << spec.variables() << " variables, " << dd.size() << " nodes\n";
    if (red) {
        dd.zddReduce();
        if (v) std::cerr << dd.size() << " nodes reduced\n";
    }
    std::cout << dd.zddCardinality() << "\n";
}
