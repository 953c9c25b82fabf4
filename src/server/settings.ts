import { isIP } from 'node:net';

import { LOG_LEVELS, type LogLevel } from '../core/log.js';
import { findNetworkWall } from '../core/network-wall.js';
import type { Settings } from '../core/tool.js';
import { findChromium, findLibreOffice, isExecutable, officeProgramAt } from '../runner/installed-programs.js';

/** Everything an operator can set, from environment variables; all are optional. */
export interface ServiceSettings {
  readonly port: number;
  readonly host: string;
  /** Further host names, with or without a port, that requests may name. */
  readonly allowedHosts: readonly string[];
  /** The origin that browsers see when a proxy stands in front, such as `https://tools.example.org`. */
  readonly publicOrigin: string | undefined;
  /** Seconds between the signal to stop and the end of listening: `/health/ready` says no by then, runs are still taken. */
  readonly drainSeconds: number;
  readonly logLevel: LogLevel;
  readonly tools: Settings;
  /** Programs that are installed and not used, because nothing here would keep them from the network. */
  readonly refusedPrograms: readonly string[];
}

/** A setting that cannot be used; its message is for the operator. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks the settings. Throws `SettingsError` naming the variable. */
export function readSettings(env: Environment): ServiceSettings {
  const host = env.HOST || '127.0.0.1';
  const allowedHosts = (env.ALLOWED_HOSTS ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  for (const name of allowedHosts) {
    if (!/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/.test(name)) {
      throw new SettingsError(`ALLOWED_HOSTS must be host names separated by commas, got ${JSON.stringify(name)}`);
    }
  }
  if (!isLoopback(host) && allowedHosts.length === 0) {
    throw new SettingsError(
      `HOST ${JSON.stringify(host)} is not a loopback address: set ALLOWED_HOSTS to the host names that clients will use`,
    );
  }
  const browser = readChromium(env);
  const office = readLibreOffice(env);
  const installed = [...(browser === undefined ? [] : ['chromium']), ...(office === undefined ? [] : ['libreoffice'])];
  const isHeld = installed.length === 0 || findNetworkWall(env) !== undefined;
  return {
    port: readPort(env.PORT),
    host,
    allowedHosts,
    publicOrigin: readOrigin(env.PUBLIC_ORIGIN),
    drainSeconds: readDrain(env.DRAIN_SECONDS),
    logLevel: readLogLevel(env.LOG_LEVEL),
    tools: {
      modelDir: env.MODEL_DIR || undefined,
      ffmpegPath: readFfmpeg(env.FFMPEG_PATH),
      libreofficePath: isHeld ? office : undefined,
      chromiumPath: isHeld ? browser : undefined,
      networkAllowPrivate: readSwitch(env, 'NETWORK_ALLOW_PRIVATE', false),
      networkTools: readSwitch(env, 'NETWORK_TOOLS', true),
    },
    refusedPrograms: isHeld ? [] : installed,
  };
}

/** Whether an address reaches this machine only. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return isIP(host) === 4 ? host.startsWith('127.') : host === '::1';
}

function readPort(value: string | undefined): number {
  if (value === undefined || value === '') return 8080;
  const port = Number(value);
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port;
  throw new SettingsError(`PORT must be a whole number from 0 to 65535, got ${JSON.stringify(value)}`);
}

const MAX_DRAIN_SECONDS = 300;

function readDrain(value: string | undefined): number {
  if (value === undefined || value === '') return 0;
  const seconds = Number(value);
  if (/^\d{1,3}$/.test(value) && seconds <= MAX_DRAIN_SECONDS) return seconds;
  throw new SettingsError(
    `DRAIN_SECONDS must be a whole number from 0 to ${MAX_DRAIN_SECONDS}, got ${JSON.stringify(value)}`,
  );
}

function readOrigin(value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value) return value;
  throw new SettingsError(
    `PUBLIC_ORIGIN must be an origin such as https://tools.example.org, got ${JSON.stringify(value)}`,
  );
}

/** Looked for nowhere: what comes with the packages does without it. */
function readFfmpeg(named: string | undefined): string | undefined {
  if (named === undefined || named === '') return undefined;
  if (isExecutable(named)) return named;
  throw new SettingsError(`FFMPEG_PATH must be the path of a program, got ${JSON.stringify(named)}`);
}

/** `none` is for operators who have a Chromium and want no tool to use it. */
function readChromium(env: Environment): string | undefined {
  const named = env.CHROMIUM_PATH;
  if (named === 'none') return undefined;
  if (named === undefined || named === '') return findChromium(env);
  if (isExecutable(named)) return named;
  throw new SettingsError(`CHROMIUM_PATH must be the path of a program or none, got ${JSON.stringify(named)}`);
}

/** The same; a name of a LibreOffice leads to its program. */
function readLibreOffice(env: Environment): string | undefined {
  const named = env.LIBREOFFICE_PATH;
  if (named === 'none') return undefined;
  if (named === undefined || named === '') return findLibreOffice(env);
  const program = isExecutable(named) ? officeProgramAt(named) : undefined;
  if (program !== undefined) return program;
  throw new SettingsError(`LIBREOFFICE_PATH must be the path of a program or none, got ${JSON.stringify(named)}`);
}

function readLogLevel(value: string | undefined): LogLevel {
  if (value === undefined || value === '') return 'info';
  const level = LOG_LEVELS.find((known) => known === value);
  if (level !== undefined) return level;
  throw new SettingsError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, got ${JSON.stringify(value)}`);
}

function readSwitch(env: Environment, name: string, initial: boolean): boolean {
  const value = env[name];
  if (value === undefined || value === '') return initial;
  if (['0', 'off', 'false', 'no'].includes(value)) return false;
  if (['1', 'on', 'true', 'yes'].includes(value)) return true;
  throw new SettingsError(`${name} must be on or off, got ${JSON.stringify(value)}`);
}
