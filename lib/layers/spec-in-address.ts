import { layerQueryOf } from "./query-from-address";
import { LayerSpec } from "./wire";

/** The spec that an address carries in `?spec=`; null where it carries none, or what it carries is none. */
export function specInAddress(given: Record<string, unknown>): LayerSpec | null {
  const { spec } = layerQueryOf({ spec: given.spec });
  const parsed = LayerSpec.safeParse(spec);

  return parsed.success ? parsed.data : null;
}
