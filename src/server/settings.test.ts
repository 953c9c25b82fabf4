import { expect, it } from 'vitest';

import { isLoopback, readSettings, SettingsError } from './settings.js';

it('binds to loopback on 8080 when nothing is set', () => {
  expect(readSettings({})).toMatchObject({ host: '127.0.0.1', port: 8080, allowedHosts: [], logLevel: 'info' });
});

it('refuses another address without names for it, and says what to set', () => {
  for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'example.org', '127.0.0.1.evil.example']) {
    expect(() => readSettings({ HOST }), HOST).toThrow(/set ALLOWED_HOSTS/);
  }
  expect(readSettings({ HOST: '0.0.0.0', ALLOWED_HOSTS: 'Tools.example.org, 192.0.2.1:8080' }).allowedHosts).toEqual([
    'tools.example.org',
    '192.0.2.1:8080',
  ]);
});

it('names the variable that cannot be used', () => {
  const bad = {
    PORT: ['x', '-1', '65536', '1.5', ' 80'],
    DRAIN_SECONDS: ['x', '-1', '301', '0.5'],
    LOG_LEVEL: ['verbose', 'INFO'],
    PUBLIC_ORIGIN: ['tools.example.org', 'https://tools.example.org/', 'ftp://x', 'null'],
    NETWORK_ALLOW_PRIVATE: ['maybe'],
    NETWORK_TOOLS: ['perhaps'],
    FFMPEG_PATH: ['/no/such/program', '/tmp', 'ffmpeg'],
    CHROMIUM_PATH: ['/no/such/program', '/tmp', 'chromium'],
    LIBREOFFICE_PATH: ['/no/such/program', '/tmp', 'soffice', '/bin/sh'],
    ALLOWED_HOSTS: ['http://x', 'a b', 'x/y', '*'],
  };
  for (const [name, values] of Object.entries(bad)) {
    for (const value of values) {
      expect(() => readSettings({ [name]: value }), `${name}=${value}`).toThrow(SettingsError);
      expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name} must be`));
    }
  }
});

it('takes a Chromium that is named, and none where none is wanted', () => {
  expect(readSettings({ CHROMIUM_PATH: process.execPath }).tools.chromiumPath).toBe(process.execPath);
  expect(readSettings({ CHROMIUM_PATH: 'none' }).tools.chromiumPath).toBeUndefined();
});

it('takes an FFmpeg that is named, and looks for none', () => {
  expect(readSettings({ FFMPEG_PATH: process.execPath }).tools.ffmpegPath).toBe(process.execPath);
  expect(readSettings({}).tools.ffmpegPath).toBeUndefined();
});

it('takes no LibreOffice where none is wanted', () => {
  expect(readSettings({ LIBREOFFICE_PATH: 'none' }).tools.libreofficePath).toBeUndefined();
});

it('uses no browser where nothing would keep it from the network', () => {
  // Where neither `unshare` nor `setpriv` is found, as where the kernel grants no namespaces and util-linux is old.
  const env = { CHROMIUM_PATH: process.execPath, LIBREOFFICE_PATH: 'none', PATH: '/no/such/folder' };
  const settings = readSettings(env);
  expect([settings.tools.chromiumPath, settings.refusedPrograms]).toEqual([undefined, ['chromium']]);
});

it('knows the loopback addresses', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', 'localhost'].every(isLoopback)).toBe(true);
  expect(['0.0.0.0', '::', '128.0.0.1', 'localhost.example', '::ffff:127.0.0.1'].some(isLoopback)).toBe(false);
});
