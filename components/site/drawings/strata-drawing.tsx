import { ingotLines, strataLines } from '@/lib/art/strata';
import type { Art, ArtParameters } from '../art/art';
import { Lines } from '../art/lines';

/** Commodities: beds of ore broken by faults, and a stack of ingots. */
export function strataDrawing({ seed = 5, width = 1200, height = 900 }: ArtParameters): Art {
  const faults = [
    { x: 0.36, drop: 0.09 },
    { x: 0.72, drop: -0.13 },
  ];
  const ingot = { width: width * 0.17, height: height * 0.068, hatch: 5 };
  const stack = [
    [0.29, 0],
    [0.475, 0],
    [0.382, 1],
  ] as const;
  const floor = height * 0.72;
  return {
    width,
    height,
    drawing: (
      <>
        <Lines
          paths={strataLines({ seed, width, height, lines: 20, faults })}
          index={6}
          color="var(--color-tide)"
        />
        {stack.map(([x, row]) => {
          const { outline, face } = ingotLines({
            ...ingot,
            at: [x * width, floor - row * (ingot.height + 8)],
          });
          return (
            <g key={`${x}`} color="var(--color-ink)">
              <path
                d={outline}
                fill="var(--color-raised)"
                strokeWidth={1.9}
                vectorEffect="non-scaling-stroke"
              />
              <path d={face} strokeWidth={1} vectorEffect="non-scaling-stroke" />
            </g>
          );
        })}
      </>
    ),
  };
}
