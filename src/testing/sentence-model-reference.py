"""Embeds texts with a sentence-transformers directory, written from the papers and the formats' descriptions: nothing of ours is used.

    python3 sentence-model-reference.py <directory>  < texts as a JSON array  > vectors as a JSON array

WordPiece and its basic tokenizer after BERT (Devlin and others 2019; https://github.com/google-research/bert, tokenization.py), the
forward pass after the same paper and Vaswani and others 2017, in double precision; the weights are read from model.safetensors, never
from the ONNX file. Each text is run alone, so that no padding is ever needed. Needs numpy.
"""

import json
import math
import struct
import sys
import unicodedata
from pathlib import Path

import numpy


def load_safetensors(path):
    raw = path.read_bytes()
    (length,) = struct.unpack('<Q', raw[:8])
    header = json.loads(raw[8 : 8 + length])
    tensors = {}
    for name, entry in header.items():
        if name == '__metadata__':
            continue
        assert entry['dtype'] == 'F32'
        start, end = entry['data_offsets']
        values = numpy.frombuffer(raw[8 + length + start : 8 + length + end], dtype='<f4')
        tensors[name] = values.reshape(entry['shape']).astype(numpy.float64)
    return tensors


def is_punctuation(sign):
    code = ord(sign)
    if 33 <= code <= 47 or 58 <= code <= 64 or 91 <= code <= 96 or 123 <= code <= 126:
        return True
    return unicodedata.category(sign).startswith('P')


def is_ideograph(sign):
    ranges = [
        (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F), (0x2B820, 0x2CEAF),
        (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
    ]  # fmt: skip
    return any(first <= ord(sign) <= last for first, last in ranges)


def basic_tokens(text):
    cleaned = []
    for sign in text:
        category = unicodedata.category(sign)
        if sign in ' \t\n\r' or category == 'Zs':
            cleaned.append(' ')
        elif sign in '\0\ufffd' or category in ('Cc', 'Cf'):
            continue
        elif is_ideograph(sign):
            cleaned.append(f' {sign} ')
        else:
            cleaned.append(sign)
    tokens = []
    for word in ''.join(cleaned).split():
        bare = ''.join(sign for sign in unicodedata.normalize('NFD', word.lower()) if unicodedata.category(sign) != 'Mn')
        current = ''
        for sign in bare:
            if is_punctuation(sign):
                tokens += [current, sign] if current else [sign]
                current = ''
            else:
                current += sign
        if current:
            tokens.append(current)
    return tokens


def word_pieces(word, vocabulary):
    if len(word) > 100:
        return ['[UNK]']
    pieces, start = [], 0
    while start < len(word):
        end = len(word)
        while end > start:
            piece = ('##' if start else '') + word[start:end]
            if piece in vocabulary:
                break
            end -= 1
        if end == start:
            return ['[UNK]']
        pieces.append(piece)
        start = end
    return pieces


def token_ids(text, vocabulary, longest):
    pieces = [piece for word in basic_tokens(text) for piece in word_pieces(word, vocabulary)]
    return [vocabulary[piece] for piece in ['[CLS]', *pieces[: longest - 2], '[SEP]']]


def layer_norm(values, weights, name, epsilon):
    mean = values.mean(-1, keepdims=True)
    variance = ((values - mean) ** 2).mean(-1, keepdims=True)
    return (values - mean) / numpy.sqrt(variance + epsilon) * weights[f'{name}.weight'] + weights[f'{name}.bias']


def linear(values, weights, name):
    return values @ weights[f'{name}.weight'].T + weights[f'{name}.bias']


gelu = numpy.vectorize(lambda value: value * 0.5 * (1 + math.erf(value / math.sqrt(2))))


def forward(ids, weights, config):
    epsilon, heads = config['layer_norm_eps'], config['num_attention_heads']
    size = config['hidden_size'] // heads
    hidden = weights['embeddings.word_embeddings.weight'][ids]
    hidden = hidden + weights['embeddings.position_embeddings.weight'][: len(ids)]
    hidden = hidden + weights['embeddings.token_type_embeddings.weight'][0]
    hidden = layer_norm(hidden, weights, 'embeddings.LayerNorm', epsilon)
    for layer in range(config['num_hidden_layers']):
        at = f'encoder.layer.{layer}'
        query, key, value = (linear(hidden, weights, f'{at}.attention.self.{part}') for part in ('query', 'key', 'value'))
        context = numpy.empty_like(hidden)
        for head in range(heads):
            part = slice(head * size, (head + 1) * size)
            scores = query[:, part] @ key[:, part].T / math.sqrt(size)
            scores = numpy.exp(scores - scores.max(-1, keepdims=True))
            context[:, part] = scores / scores.sum(-1, keepdims=True) @ value[:, part]
        hidden = layer_norm(linear(context, weights, f'{at}.attention.output.dense') + hidden, weights, f'{at}.attention.output.LayerNorm', epsilon)
        wide = gelu(linear(hidden, weights, f'{at}.intermediate.dense'))
        hidden = layer_norm(linear(wide, weights, f'{at}.output.dense') + hidden, weights, f'{at}.output.LayerNorm', epsilon)
    return hidden


def main():
    folder = Path(sys.argv[1])
    read = lambda name: json.loads((folder / name).read_text())
    config, pooling = read('config.json'), read('1_Pooling/config.json')
    longest = read('sentence_bert_config.json')['max_seq_length']
    vocabulary = {piece: number for number, piece in enumerate((folder / 'vocab.txt').read_text().splitlines())}
    weights = load_safetensors(folder / 'model.safetensors')
    answers = []
    for text in json.load(sys.stdin):
        ids = token_ids(text, vocabulary, longest)
        hidden = forward(ids, weights, config)
        vector = hidden[0] if pooling['pooling_mode_cls_token'] else hidden.mean(0)
        answers.append({'ids': ids, 'vector': (vector / numpy.linalg.norm(vector)).tolist()})
    json.dump(answers, sys.stdout)


main()
