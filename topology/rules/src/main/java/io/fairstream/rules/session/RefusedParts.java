package io.fairstream.rules.session;

import io.fairstream.rules.Refused;
import java.util.List;

/**
 * Parts of one snapshot that are refused together.
 *
 * @param parts at least one
 */
public record RefusedParts(Refused refused, List<Segment> parts) {}
