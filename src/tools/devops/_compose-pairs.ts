type Plain = Record<string, unknown>;

/** A variable in braces, as in a shell. */
export const variable = (inside: string): string => `$${`{${inside}}`}`;

const service = (value: Plain, more: Plain = {}): Plain => ({ services: { a: { image: 'x:1', ...value } }, ...more });
const two = (a: Plain, b: Plain): Plain => ({ services: { a: { image: 'x:1', ...a }, b: { image: 'x:1', ...b } } });

/** A rule, a file that breaks it, and the same one put right: after the Compose Specification. */
export const PAIRS: readonly (readonly [rule: string, faulty: unknown, right: unknown])[] = [
  ['structure', service({ foo: 1 }), service({ 'x-foo': 1 })],
  ['structure', service({ ports: [true] }), service({ ports: [80] })],
  ['interpolation', service({ user: '$' }), service({ user: '$$' })],
  ['interpolation', service({ user: variable('A').slice(0, -1) }), service({ user: variable('A:-') })],
  ['variable-required', service({ user: variable('A?x') }), service({ user: variable('TAG?x') })],
  ['variable-required', service({ user: variable('EMPTY:?x') }), service({ user: variable('EMPTY?x') })],
  ['variable-unset', service({ user: '$A' }), service({ user: `$TAG ${variable(`A:-${variable('TAG')}`)}` })],
  ['variable-unset', service({ user: variable('TAG:+$A') }), service({ user: variable('A:+$A') })],
  ['image-missing', { services: { a: { tty: true } } }, { services: { a: { build: '.' } } }],
  ['depends-on-unknown', service({ depends_on: ['b'] }), two({ depends_on: ['b'] }, {})],
  [
    'depends-on-unknown',
    service({ depends_on: { b: { condition: 'service_started' } } }),
    service({ depends_on: ['b'] }, { include: ['x'] }),
  ],
  ['service-unknown', service({ links: ['b:c'] }), two({ links: ['b:c'] }, {})],
  ['service-unknown', service({ network_mode: 'service:b' }), two({ network_mode: 'service:b' }, {})],
  ['service-unknown', service({ extends: { service: 'b' } }), service({ extends: { service: 'b', file: 'c.yml' } })],
  ['dependency-cycle', two({ depends_on: ['b'] }, { depends_on: ['a'] }), two({ depends_on: ['b'] }, {})],
  ['dependency-cycle', service({ depends_on: ['a'] }), two({ depends_on: ['b'] }, { tty: true })],
  [
    'network-undeclared',
    service({ networks: ['n'] }),
    service({ networks: ['n', 'default'] }, { networks: { n: null } }),
  ],
  [
    'volume-undeclared',
    service({ volumes: ['vol:/x'] }),
    service({ volumes: ['vol:/x', './v:/y', '/z', '~/a:/b'] }, { volumes: { vol: {} } }),
  ],
  [
    'volume-undeclared',
    service({ volumes: [{ type: 'volume', source: 'v', target: '/x' }] }),
    service({ volumes: [{ type: 'bind', source: 'v', target: '/x' }] }),
  ],
  ['secret-undeclared', service({ secrets: ['s'] }), service({ secrets: ['s'] }, { secrets: { s: { file: 'f' } } })],
  [
    'secret-undeclared',
    { services: { a: { build: { context: '.', secrets: ['s'] } } } },
    { services: { a: { build: { context: '.', secrets: ['s'] } } }, secrets: { s: { environment: 'S' } } },
  ],
  [
    'config-undeclared',
    service({ configs: [{ source: 'c' }] }),
    service({ configs: [{ source: 'c' }] }, { configs: { c: { file: 'f' } } }),
  ],
  ['model-undeclared', service({ models: ['m'] }), service({ models: ['m'] }, { models: { m: { model: 'x' } } })],
  ['network-mode', service({ network_mode: 'none', networks: ['default'] }), service({ network_mode: 'none' })],
  [
    'external-conflict',
    service({}, { volumes: { v: { external: true, driver: 'x' } } }),
    service({}, { volumes: { v: { external: true, name: 'x' } } }),
  ],
  ['port-syntax', service({ ports: ['80:'] }), service({ ports: ['80', '[::1]:81:80', ':82'] })],
  ['port-syntax', service({ ports: ['1.2.3:80:80'] }), service({ ports: ['1.2.3.4:80:80'] })],
  ['port-syntax', service({ ports: ['1-3:1-2'] }), service({ ports: ['1-3:1-3', '4-6:4'] })],
  ['port-syntax', service({ ports: ['70000'] }), service({ ports: ['65535/sctp'] })],
  [
    'port-conflict',
    two({ ports: ['80:80'] }, { ports: ['127.0.0.1:80:81'] }),
    two({ ports: ['127.0.0.2:80:80', '80:80/udp'] }, { ports: ['127.0.0.1:80:81', '8'] }),
  ],
  [
    'port-conflict',
    two({ ports: ['80:80'] }, { ports: [{ target: 1, published: '80' }] }),
    two({ ports: ['80:80'] }, { ports: ['80:80'], profiles: ['x'] }),
  ],
  ['expose-syntax', service({ expose: ['a'] }), service({ expose: ['1-2/tcp', 3] })],
  ['volume-syntax', service({ volumes: ['/a::/b'] }), service({ volumes: ['/a:/b'] })],
  ['volume-syntax', service({ volumes: ['/a:/b:ro:z'] }), service({ volumes: ['C:\\a:/b:ro,z'] })],
  ['volume-target', service({ volumes: ['./a:b'] }), service({ volumes: ['./a:/b'] })],
  ['volume-options', service({ volumes: ['/a:/b:rx'] }), service({ volumes: ['/a:/b:rw,cached'] })],
  ['mount-duplicate', service({ volumes: ['/a:/b', '/c:/b/'] }), service({ volumes: ['/a:/b', '/a:/c'] })],
  [
    'container-name-duplicate',
    two({ container_name: 'c' }, { container_name: 'c' }),
    two({ container_name: 'c' }, { container_name: 'd' }),
  ],
  [
    'container-name-scale',
    service({ container_name: 'c', deploy: { replicas: 2 } }),
    service({ container_name: 'c', scale: 1 }),
  ],
  ['duration', service({ stop_grace_period: '10' }), service({ stop_grace_period: '1h1.5m10s' })],
  ['byte-size', service({ mem_limit: '1x' }), service({ mem_limit: '1.5gb', memswap_limit: -1, shm_size: '64MiB' })],
  ['restart-policy', service({ restart: 'sometimes' }), service({ restart: 'on-failure:5' })],
  ['value-type', service({ privileged: 'maybe' }), service({ privileged: 'true' })],
  [
    'healthcheck-test',
    service({ healthcheck: { test: ['curl', 'x'] } }),
    service({ healthcheck: { test: ['CMD', 'curl'] } }),
  ],
  [
    'ulimit-order',
    service({ ulimits: { nofile: { soft: 2, hard: 1 } } }),
    service({ ulimits: { nofile: { soft: 1, hard: 2 } } }),
  ],
  [
    'subnet-syntax',
    service({}, { networks: { n: { ipam: { config: [{ subnet: '10.0.0.0' }] } } } }),
    service({}, { networks: { n: { ipam: { config: [{ subnet: 'fd00::/64' }] } } } }),
  ],
  ['file-not-read', service({}, { include: ['a.yml'] }), service({})],
  ['version-obsolete', service({}, { version: '3' }), service({})],
  ['image-untagged', service({ image: 'h:5000/x' }), service({ image: 'h:5000/x@sha256:aa' })],
  ['image-latest', service({ image: 'x:latest' }), service({ image: 'x:latest', build: '.' })],
  ['privileged', service({ privileged: true }), service({ privileged: false })],
  [
    'docker-socket',
    service({ volumes: ['/var/run/docker.sock:/var/run/docker.sock:ro'] }),
    service({ volumes: ['/var/run:/x'] }),
  ],
  ['host-namespace', service({ network_mode: 'host' }), service({ network_mode: 'bridge' })],
  ['capability-broad', service({ cap_add: ['SYS_ADMIN'] }), service({ cap_add: ['NET_BIND_SERVICE'] })],
  [
    'secret-in-environment',
    service({ environment: ['DB_PASSWORD=hunter2'] }),
    service({ environment: ['DB_PASSWORD', `A_TOKEN=${variable('TAG')}`] }),
  ],
  [
    'secret-in-environment',
    service({ environment: { API_KEY: 'abc' } }),
    service({ environment: { API_KEY_FILE: '/run/secrets/x' } }),
  ],
  ['resource-unused', service({}, { networks: { n: {} } }), service({ networks: { n: {} } }, { networks: { n: {} } })],
  ['links-legacy', two({ links: ['b'] }, {}), two({ depends_on: ['b'] }, {})],
];
