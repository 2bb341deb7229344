// Bodies and motions for comparing retargeting: a walk as a BVH file, whose feet stand exactly while they are planted.

// Lengths in metres. Proportions differ, so that a leg of one can't do what a leg of the other does.
export const BODIES = {
    tall: { thigh: 0.5, shin: 0.46, ankle: 0.09, foot: 0.17, hip: 0.1, spine: 0.55, neck: 0.12, shoulder: 0.2, arm: 0.32, forearm: 0.29 },
    short: { thigh: 0.34, shin: 0.38, ankle: 0.07, foot: 0.13, hip: 0.12, spine: 0.5, neck: 0.1, shoulder: 0.17, arm: 0.25, forearm: 0.22 },
    child: { thigh: 0.24, shin: 0.22, ankle: 0.05, foot: 0.1, hip: 0.07, spine: 0.38, neck: 0.07, shoulder: 0.12, arm: 0.18, forearm: 0.15 },
};

// Joints below one another, in the order of writing: name, children with offsets.
export function tree(b) {
    const leg = (side, s) => [`${side}UpLeg`, [s * b.hip, 0, 0], [[`${side}Leg`, [0, -b.thigh, 0],
        [[`${side}Foot`, [0, -b.shin, 0], [[`${side}ToeBase`, [0, -b.ankle, b.foot], []]]]]]]];
    const arm = (side, s) => [`${side}Arm`, [s * b.shoulder, b.spine * 0.45, 0], [[`${side}ForeArm`, [s * b.arm, 0, 0],
        [[`${side}Hand`, [s * b.forearm, 0, 0], []]]]]];
    return ['Hips', [0, 0, 0], [
        ['Spine', [0, b.spine * 0.25, 0], [['Spine1', [0, b.spine * 0.3, 0], [
            ['Neck', [0, b.spine * 0.45, 0], [['Head', [0, b.neck, 0], []]]], arm('Left', 1), arm('Right', -1)]]]],
        leg('Left', 1), leg('Right', -1)]];
}

const smooth = t => t * t * t * (t * (6 * t - 15) + 10);

// A foot at a part of its cycle: stance up to 0.6. Returns ankle and pitch; x is forwards from the strike.
function footAt(b, phase, step) {
    const off = -0.6, toe = [b.foot, 0]; // pitch at lift-off; the toes' place while planted
    const rolled = p => [toe[0] - b.foot * Math.cos(p) + b.ankle * Math.sin(-p) , b.ankle * Math.cos(p) + b.foot * Math.sin(-p)];
    if (phase < 0.4) return { x: 0, y: b.ankle, pitch: 0 };
    if (phase < 0.6) {
        const p = off * smooth((phase - 0.4) / 0.2), [x, y] = rolled(p);
        return { x, y, pitch: -p };
    }
    const t = (phase - 0.6) / 0.4, [x, y] = rolled(off), s = smooth(t);
    return { x: x + (2 * step - x) * s, y: y + (b.ankle - y) * s + 0.12 * b.thigh * Math.sin(Math.PI * t) ** 2, pitch: -off * (1 - smooth(Math.min(1, 1.4 * t))) };
}

// Angles of a leg in its plane that take the ankle to (x, y) from the hip: rotations about X.
function legAngles(b, x, y) {
    const c = Math.min(Math.hypot(x, y), b.thigh + b.shin - 1e-9);
    const knee = Math.PI - Math.acos((b.thigh ** 2 + b.shin ** 2 - c * c) / (2 * b.thigh * b.shin));
    const up = Math.acos((b.thigh ** 2 + c * c - b.shin ** 2) / (2 * b.thigh * c));
    return [-Math.atan2(x, -y) - up, knee];
}

// The rows of a walk with the arms down and swinging.
export function walk(b, seconds, rate) {
    const reach = b.thigh + b.shin, step = 0.5 * reach, cycle = 1.1, rows = [];
    for (let f = 0; f <= seconds * rate; f++) {
        const t = f / rate / cycle, z = 2 * step * t, sway = Math.sin(4 * Math.PI * t);
        const hips = [0, b.ankle + 0.93 * reach + 0.01 * sway, z], at = {};
        for (const [side, lag] of [['Left', 0], ['Right', 0.5]]) {
            const phase = (t + lag) % 1, begun = Math.floor(t + lag) - lag;
            const foot = footAt(b, phase, step), x = foot.x + 2 * step * (begun + 0.3) - hips[2];
            const [hip, knee] = legAngles(b, x, foot.y - hips[1]);
            const swing = 25 * Math.sin(2 * Math.PI * (t + lag)), s = side === 'Left' ? 1 : -1;
            const deg = 180 / Math.PI;
            at[`${side}UpLeg`] = [0, 0, hip * deg];
            at[`${side}Leg`] = [0, 0, knee * deg];
            at[`${side}Foot`] = [0, 0, (foot.pitch - hip - knee) * deg];
            at[`${side}ToeBase`] = [0, 0, -foot.pitch * deg];
            at[`${side}Arm`] = [-75 * s, 0, swing];
            at[`${side}ForeArm`] = [0, -s * (25 + 0.5 * swing), 0];
        }
        at.Spine = [0, 5 * Math.sin(2 * Math.PI * t), 3];
        rows.push({ hips, at });
    }
    return rows;
}

// As text, in centimetres: Zrotation Yrotation Xrotation.
export function bvh(b, seconds = 4, rate = 30) {
    const names = [];
    const joint = ([name, at, children], depth) => {
        names.push(name);
        const end = children.length ? '' : 'End Site\n{\nOFFSET 0 0 1\n}\n';
        return `${depth ? 'JOINT' : 'ROOT'} ${name}\n{\nOFFSET ${at.map(v => 100 * v).join(' ')}\nCHANNELS ${depth ? 3 : '6 Xposition Yposition Zposition'} Zrotation Yrotation Xrotation\n` +
            children.map(c => joint(c, depth + 1)).join('') + end + '}\n';
    };
    const head = 'HIERARCHY\n' + joint(tree(b), 0), rows = walk(b, seconds, rate);
    return head + `MOTION\nFrames: ${rows.length}\nFrame Time: ${1 / rate}\n` + rows.map(row =>
        row.hips.map(v => (100 * v).toFixed(6)).join(' ') + ' ' + names.map(n => (row.at[n] ?? [0, 0, 0]).map(v => v.toFixed(6)).join(' ')).join(' ')).join('\n') + '\n';
}
