package io.fairstream.rules.host;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last reports of a host in the order of their times, packed: a million hosts have sixteen each. What is packed is state on disk
 * as well, so another form of it needs a new version of the ledger's layout.
 */
public final class HostTrail {
    /** No reports. */
    public static final HostTrail NONE = new HostTrail(0, new byte[0], null);

    private final int size;
    private final byte[] packed;
    private final @Nullable HostPoint last;

    private HostTrail(int size, byte[] packed, @Nullable HostPoint last) {
        this.size = size;
        this.packed = packed;
        this.last = last;
    }

    /** Some reports in the order of their times. */
    public static HostTrail of(List<HostPoint> points) {
        PointsOut out = new PointsOut();
        HostPoint last = null;
        for (HostPoint point : points) {
            out.write(last, point);
            last = point;
        }
        return new HostTrail(points.size(), out.toByteArray(), last);
    }

    /** A trail as it was kept. */
    public static HostTrail of(int size, byte[] packed) {
        List<HostPoint> points = new PointsIn(packed).read(null, size);
        return new HostTrail(size, packed, points.isEmpty() ? null : points.get(size - 1));
    }

    public int size() {
        return size;
    }

    /** Packed bytes of the kept reports. */
    public byte[] packed() {
        return packed.clone();
    }

    /** The one at the end, or null if there is none. */
    @Nullable
    HostPoint last() {
        return last;
    }

    /** All of them. */
    public List<HostPoint> points() {
        return new PointsIn(packed).read(null, size);
    }

    /** With one more at the end. */
    HostTrail with(HostPoint point) {
        PointsOut out = new PointsOut();
        out.write(packed, 0);
        out.write(last, point);
        return new HostTrail(size + 1, out.toByteArray(), point);
    }

    /** The first; there is one. */
    HostPoint first() {
        return new PointsIn(packed).read(null, 1).get(0);
    }

    /** Without the first; there is one. */
    HostTrail withoutFirst() {
        if (size == 1) {
            return NONE;
        }
        PointsIn in = new PointsIn(packed);
        HostPoint second = in.read(null, 2).get(1);
        PointsOut out = new PointsOut();
        out.write(null, second);
        out.write(packed, in.position());
        return new HostTrail(size - 1, out.toByteArray(), last);
    }
}
