/** Options of a command by their names on the command line: {guess: true} is --guess, {failOn: 'note'} is --fail-on note. */
export type Options = Record<string, string | number | boolean | undefined>;

export interface Finding {
  id: string;
  severity: 'error' | 'warning' | 'note';
  /** "skins[0].joints[3]" */
  place: string;
  /** The same as a JSON pointer. */
  pointer: string;
  /** Of a .gltf: the line where the pointer's value begins. */
  line?: number;
  /** The pointer's value in the file's bytes. */
  byteOffset?: number;
  byteLength?: number;
  node?: number;
  skin?: number;
  mesh?: number;
  joint?: number;
  primitive?: number;
  /** The first of the primitive's vertices and of the skin's joints that it concerns, and how many there are. */
  vertices?: number[];
  vertexCount?: number;
  joints?: number[];
  jointCount?: number;
  /** Seconds in the clip. */
  times?: number[];
  validatorCode: string | null;
  causedBy: string | null;
  message: string;
  effect: string;
  cause: string;
  remedy: string;
  fingerprint: string;
  /** Why it doesn't count. */
  silenced: string | null;
}

export interface Change {
  id: string;
  place: string;
  message: string;
  /** It is likely, but not proven. */
  guess: boolean;
}

export interface Counts {
  errors: number;
  warnings: number;
  notes: number;
  findings: Finding[];
}

export interface Report extends Counts {
  version: 1;
  file: string;
  read: boolean;
  fails: boolean;
  checked: string;
  repaired?: Counts & { file: string | null; whole: boolean; changes: Change[] };
}

export interface Result {
  /** 0 good, 1 a check failed, 2 wrong use or unreadable input, 3 environment. */
  code: number;
  output: string;
  messages: string;
  /** New and changed files by absolute path. */
  files: Record<string, Uint8Array>;
}

/** What is wrong with the skins of a file: .glb, .vrm, .bvh, or .gltf without other files. Throws if it can't be read. */
export function doctor(bytes: Uint8Array, options?: Options): Promise<Report>;
/** Repairs it. `bytes` is null if the repair would not be whole; `report.repaired` says what is left. */
export function fix(bytes: Uint8Array, options?: Options): Promise<{ bytes: Uint8Array | null; report: Report }>;
/** Whether two files move in the same way. */
export function diff(a: Uint8Array, b: Uint8Array, options?: Options): Promise<{ equal: boolean; report: unknown }>;
/** Another bind pose and the same motion; `preset` as of `bindpose rebind --bind`. Throws if the motion would differ. */
export function rebind(
  bytes: Uint8Array,
  preset: string,
  options?: Options,
): Promise<{ bytes: Uint8Array; report: unknown }>;
/** A picture, as PNG: {size: '800x600', animation: 'walk', time: 0.5}. */
export function render(bytes: Uint8Array, options?: Options): Promise<Uint8Array>;
/** Any command line, with files of its own: bytes by path, absolute or in `cwd`. */
export function run(
  argv: string[],
  setting?: {
    files?: Record<string, Uint8Array>;
    folders?: string[];
    cwd?: string;
    input?: Uint8Array | null;
    print?: (line: string) => void;
    printErr?: (line: string) => void;
  },
): Promise<Result>;
