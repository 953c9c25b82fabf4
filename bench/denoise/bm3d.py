"""BM3D for grey pictures, to measure beside. Written from the paper: K. Dabov, A. Foi, V. Katkovnik, K. Egiazarian, "Image
denoising by sparse 3-D transform-domain collaborative filtering", IEEE Trans. Image Processing 16(8), 2007, table I, normal
profile: 8 x 8 blocks, groups of 16 and 32, search of 39, thresholds 2500 and 400, bior1.5 (step 1), DCT (step 2), Haar along
the group, lambda 2.7, Kaiser window beta 2. For sigma above 40 the paper's other set is used (12 x 12 and 11 x 11 blocks there).

As a program it denoises a standard picture and prints the PSNR, to be held against published figures:

    python3 bm3d.py picture sigma [seed]

Without arguments it reads lines of name, width, height, sigma, clean, noisy (files of grey samples) and prints name and PSNR.
"""
import sys

import numpy as np
from scipy.fft import dct


def dct_matrix(n):
    return dct(np.eye(n), axis=0, norm="ortho")


def bior15_matrix(n):
    """Full decomposition of length n = 2^k by the analysis filters of bior1.5, periodic, rows normalised as in the authors' code."""
    low = np.array([0.0165728152, -0.0165728152, -0.1215339780, 0.1215339780, 0.7071067812, 0.7071067812,
                    0.1215339780, -0.1215339780, -0.0165728152, 0.0165728152])
    high = np.array([0, 0, 0, 0, -0.7071067812, 0.7071067812, 0, 0, 0, 0])
    total = np.eye(n)
    size = n
    while size > 1:
        step = np.zeros((size, size))
        for i in range(size // 2):
            for k in range(10):
                step[i, (2 * i + k - 4) % size] += low[k]
                step[size // 2 + i, (2 * i + k - 4) % size] += high[k]
        full = np.eye(n)
        full[:size, :size] = step
        total = full @ total
        size //= 2
    return total / np.sqrt((total**2).sum(1, keepdims=True))


def haar_groups(stack, inverse=False):
    """Orthonormal Haar along the first axis, whose length is a power of two."""
    out = stack.copy()
    n = len(out)
    if not inverse:
        while n > 1:
            a, b = out[0:n:2].copy(), out[1:n:2].copy()
            out[: n // 2], out[n // 2 : n] = (a + b) * np.sqrt(0.5), (a - b) * np.sqrt(0.5)
            n //= 2
        return out
    n = 2
    while n <= len(out):
        a, b = out[: n // 2].copy(), out[n // 2 : n].copy()
        out[0:n:2], out[1:n:2] = (a + b) * np.sqrt(0.5), (a - b) * np.sqrt(0.5)
        n *= 2
    return out


def matches(guide, n, step, reach, most, limit):
    """For each reference block the places of the most similar ones (of at most `limit` mean squared difference), itself first."""
    h, w = guide.shape
    rows, columns = h - n + 1, w - n + 1
    ys = np.unique(np.append(np.arange(0, rows, step), rows - 1))
    xs = np.unique(np.append(np.arange(0, columns, step), columns - 1))
    gy, gx = np.meshgrid(ys, xs, indexing="ij")
    offsets = [(dy, dx) for dy in range(-reach, reach + 1) for dx in range(-reach, reach + 1)]
    best = np.full((most, gy.size), np.inf, np.float32)
    which = np.zeros((most, gy.size), np.int32)
    fy, fx = gy.ravel(), gx.ravel()
    batch, ids = [], []

    def merge():
        nonlocal best, which
        distances = np.concatenate([best, np.stack(batch)])
        names = np.concatenate([which, np.repeat(np.array(ids, np.int32)[:, None], gy.size, 1)])
        order = np.argpartition(distances, most - 1, axis=0)[:most]
        best, which = np.take_along_axis(distances, order, 0), np.take_along_axis(names, order, 0)
        batch.clear()
        ids.clear()

    for k, (dy, dx) in enumerate(offsets):
        y0, y1, x0, x1 = max(0, -dy), min(h, h - dy), max(0, -dx), min(w, w - dx)
        difference = np.zeros((h + 1, w + 1))
        difference[1 + y0 : 1 + y1, 1 + x0 : 1 + x1] = (guide[y0:y1, x0:x1] - guide[y0 + dy : y1 + dy, x0 + dx : x1 + dx]) ** 2
        total = difference.cumsum(0).cumsum(1)
        sums = total[fy + n, fx + n] - total[fy, fx + n] - total[fy + n, fx] + total[fy, fx]
        outside = (fy + dy < 0) | (fy + dy >= rows) | (fx + dx < 0) | (fx + dx >= columns)
        distance = np.where(outside, np.inf, sums / (n * n)).astype(np.float32)
        if dy == 0 and dx == 0:
            distance[:] = -1
        batch.append(distance)
        ids.append(k)
        if len(batch) == 64:
            merge()
    if batch:
        merge()
    order = np.argsort(best, axis=0)
    best, which = np.take_along_axis(best, order, 0), np.take_along_axis(which, order, 0)
    shift = np.array(offsets)
    for i in range(gy.size):
        count = int((best[:, i] <= limit).sum())
        count = 1 << (count.bit_length() - 1)
        place = shift[which[:count, i]]
        yield fy[i] + place[:, 0], fx[i] + place[:, 1]


def kaiser(n):
    return np.outer(np.kaiser(n, 2.0), np.kaiser(n, 2.0))


def hard(noisy, sigma, n=8, step=3, reach=19, most=16, limit=2500.0, threshold=2.7):
    blocks = np.lib.stride_tricks.sliding_window_view(noisy, (n, n))
    m = bior15_matrix(n) if n == 8 else dct_matrix(n)
    inverse = np.linalg.inv(m)
    up, down, window = np.zeros(noisy.shape), np.zeros(noisy.shape), kaiser(n)
    for ys, xs in matches(noisy, n, step, reach, most, limit):
        group = haar_groups(m @ blocks[ys, xs] @ m.T)
        keep = np.abs(group) > threshold * sigma
        keep[0, 0, 0] = True
        back = inverse @ haar_groups(group * keep, True) @ inverse.T
        weight = window / max(1, int(keep.sum()))
        for k, (y, x) in enumerate(zip(ys, xs)):
            up[y : y + n, x : x + n] += weight * back[k]
            down[y : y + n, x : x + n] += weight
    return up / down


def wiener(noisy, pilot, sigma, n=8, step=3, reach=19, most=32, limit=400.0):
    blocks = np.lib.stride_tricks.sliding_window_view(noisy, (n, n))
    pilots = np.lib.stride_tricks.sliding_window_view(pilot, (n, n))
    m = dct_matrix(n)
    up, down, window = np.zeros(noisy.shape), np.zeros(noisy.shape), kaiser(n)
    for ys, xs in matches(pilot, n, step, reach, most, limit):
        power = haar_groups(m @ pilots[ys, xs] @ m.T) ** 2
        gain = power / (power + sigma * sigma)
        back = m.T @ haar_groups(haar_groups(m @ blocks[ys, xs] @ m.T) * gain, True) @ m
        weight = window / (gain**2).sum()
        for k, (y, x) in enumerate(zip(ys, xs)):
            up[y : y + n, x : x + n] += weight * back[k]
            down[y : y + n, x : x + n] += weight
    return up / down


def bm3d(noisy, sigma):
    noisy = noisy.astype(np.float64)
    if sigma > 40:
        pilot = hard(noisy, sigma, n=8, step=4, limit=5000.0, threshold=2.8)
        return wiener(noisy, pilot, sigma, n=8, step=4, limit=3500.0 / 4)
    return wiener(noisy, hard(noisy, sigma), sigma)


def psnr(a, b):
    return 10 * np.log10(65025 / np.mean((np.clip(a, 0, 255) - b) ** 2))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        from skimage import io

        clean, level = io.imread(sys.argv[1]).astype(np.float64), float(sys.argv[2])
        random = np.random.default_rng(int(sys.argv[3]) if len(sys.argv) > 3 else 0)
        print(f"{psnr(bm3d(clean + level * random.standard_normal(clean.shape), level), clean):.2f} dB")
    for line in sys.stdin if len(sys.argv) == 1 else []:
        name, width, height, level, *files = line.rstrip("\n").split("\t")
        clean, noisy = (np.fromfile(f, np.uint8).reshape(int(height), int(width)).astype(np.float64) for f in files)
        print(f"{name}\t{psnr(bm3d(noisy, float(level)), clean):.2f}", flush=True)
