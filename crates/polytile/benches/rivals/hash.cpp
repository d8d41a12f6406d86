// Rival 3: broken-profile DP, one std::unordered_map per cell.
// Usage: hash ROWS COLS   (COLS <= 31, rows scanned; exact while < 2^128)
// Build: g++ -O3 -o hash hash.cpp
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <utility>
typedef unsigned __int128 u128;

int main(int argc, char** argv) {
    if (argc < 3) { fprintf(stderr, "usage: hash ROWS COLS\n"); return 2; }
    int R = atoi(argv[1]), C = atoi(argv[2]);
    if (R < 1 || C < 1 || C > 31) { fprintf(stderr, "need ROWS >= 1, 1 <= COLS <= 31\n"); return 2; }
    static const int d[6][2][2] = {
        {{0, 1}, {0, 2}}, {{1, 0}, {2, 0}},
        {{0, 1}, {1, 0}}, {{0, 1}, {1, 1}}, {{1, 0}, {1, 1}}, {{1, -1}, {1, 0}}};
    // state: covered cells from the current one on (bit 0)
    std::unordered_map<uint64_t, u128> cur, nxt;
    cur[0] = 1;
    for (int r = 0; r < R; ++r)
        for (int c = 0; c < C; ++c) {
            uint64_t m[6];
            int k = 0;
            for (auto& t : d) {
                uint64_t x = 1;
                bool ok = true;
                for (auto& o : t) {
                    int rr = r + o[0], cc = c + o[1];
                    if (rr >= R || cc < 0 || cc >= C) { ok = false; break; }
                    x |= uint64_t(1) << (o[0] * C + o[1]);
                }
                if (ok) m[k++] = x;
            }
            nxt.clear();
            for (auto& kv : cur) {
                uint64_t s = kv.first;
                u128 w = kv.second, *p;
                if (s & 1) {
                    p = &nxt[s >> 1];
                    if (__builtin_add_overflow(*p, w, p)) goto over;
                } else
                    for (int i = 0; i < k; ++i)
                        if (!(s & m[i])) {
                            p = &nxt[(s | m[i]) >> 1];
                            if (__builtin_add_overflow(*p, w, p)) goto over;
                        }
            }
            std::swap(cur, nxt);
        }
    {
        u128 n = cur.count(0) ? cur[0] : 0;
        std::string s;
        do { s.insert(s.begin(), char('0' + int(n % 10))); n /= 10; } while (n);
        puts(s.c_str());
        return 0;
    }
over:
    fprintf(stderr, "overflow of 128 bits\n");
    return 1;
}
