package io.fairstream.rules.host;

import io.fairstream.rules.BinaryIn;
import io.fairstream.rules.BinaryOut;
import io.fairstream.rules.HostUsage;
import io.fairstream.rules.host.HostPoint.Counter;
import io.fairstream.rules.host.HostReport.Hardware;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last reports of a host in the order of their times, packed: a million hosts have sixteen each. The packed bytes are also the format
 * on disk, so a change requires a new version of the ledger's layout.
 */
public final class HostTrail {
    public static final HostTrail EMPTY = new HostTrail(0, new byte[0], null);

    private final int size;
    private final byte[] packed;
    private final @Nullable HostPoint last;

    private HostTrail(int size, byte[] packed, @Nullable HostPoint last) {
        this.size = size;
        this.packed = packed;
        this.last = last;
    }

    /** Packs reports that are in the order of their times. */
    public static HostTrail of(List<HostPoint> points) {
        PointsOut out = new PointsOut();
        HostPoint last = null;
        for (HostPoint point : points) {
            out.write(last, point);
            last = point;
        }
        return new HostTrail(points.size(), out.toByteArray(), last);
    }

    public HostTrail(int size, ByteBuffer packed) {
        this.size = size;
        this.packed = new byte[packed.remaining()];
        packed.duplicate().get(this.packed);
        this.last = size == 0 ? null : points().get(size - 1);
    }

    public int size() {
        return size;
    }

    public ByteBuffer packed() {
        return ByteBuffer.wrap(packed).asReadOnlyBuffer();
    }

    /** Returns the last report, or null if there is none. */
    @Nullable
    HostPoint last() {
        return last;
    }

    public List<HostPoint> points() {
        return new PointsIn(packed).read(size);
    }

    HostTrail with(HostPoint point) {
        PointsOut out = new PointsOut();
        out.writeAll(packed, 0, packed.length);
        out.write(last, point);
        return new HostTrail(size + 1, out.toByteArray(), point);
    }

    /** Returns the first report; the trail must not be empty. */
    HostPoint first() {
        return new PointsIn(packed).read(1).get(0);
    }

    /** Returns the trail without the first report; the trail must not be empty. */
    HostTrail withoutFirst() {
        if (size == 1) {
            return EMPTY;
        }
        PointsIn in = new PointsIn(packed);
        HostPoint second = in.read(2).get(1);
        PointsOut out = new PointsOut();
        out.write(null, second);
        out.writeAll(packed, in.position(), packed.length);
        return new HostTrail(size - 1, out.toByteArray(), last);
    }

    /** Unpacks the bytes of {@link PointsOut}. */
    static final class PointsIn extends BinaryIn {
        PointsIn(byte[] bytes) {
            super(bytes, 0);
        }

        /** Reads the first reports. */
        List<HostPoint> read(int count) {
            List<HostPoint> points = new ArrayList<>(count);
            HostPoint last = null;
            for (int left = count; left > 0; left--) {
                last = read(last);
                points.add(last);
            }
            return points;
        }

        private HostPoint read(@Nullable HostPoint before) {
            int same = readByte();
            HostPoint life = (same & PointsOut.SAME_EPOCH) != 0 ? before : null;
            String user = before != null && (same & PointsOut.SAME_USER) != 0 ? before.user() : readString();
            String epoch = life == null ? readString() : life.epoch();
            long sequence = (life == null ? 0 : life.sequence()) + readLong();
            long at = (before == null ? 0 : before.at()) + readLong();
            Hardware hardware =
                    before != null && (same & PointsOut.SAME_HARDWARE) != 0 ? before.hardware() : readHardware();
            List<Counter> counters = before != null && (same & PointsOut.SAME_PROJECTS) != 0
                    ? readCounters(before.counters())
                    : readCounters();
            return new HostPoint(user, epoch, sequence, at, hardware, counters);
        }

        private List<Counter> readCounters(List<Counter> before) {
            List<Counter> counters = new ArrayList<>(before.size());
            for (Counter counter : before) {
                counters.add(new Counter(
                        counter.project(), counter.app(), counter.total().plus(readWork())));
            }
            return counters;
        }

        private List<Counter> readCounters() {
            int count = readInt();
            List<Counter> counters = new ArrayList<>(count);
            for (int left = count; left > 0; left--) {
                counters.add(new Counter(readString(), readString(), readWork()));
            }
            return counters;
        }

        private Hardware readHardware() {
            int flags = readByte();
            return new Hardware(
                    readInt(),
                    readInt(),
                    readDouble(),
                    readDouble(),
                    (flags & PointsOut.USABLE_GPU) != 0,
                    (flags & PointsOut.VM_EXTENSIONS_DISABLED) != 0);
        }

        private HostUsage readWork() {
            int there = readByte();
            long[] quantities = HostUsage.EMPTY.quantities();
            for (int i = 0; i < quantities.length; i++) {
                quantities[i] = (there & 1 << i) == 0 ? 0 : readLong();
            }
            return HostUsage.of(quantities);
        }
    }

    /** Packs reports, each as its difference to the previous one; {@link HostTrail.PointsIn} unpacks them. */
    static final class PointsOut extends BinaryOut {
        static final int SAME_USER = 1;
        static final int SAME_EPOCH = 2;
        static final int SAME_HARDWARE = 4;
        static final int SAME_PROJECTS = 8;
        static final int USABLE_GPU = 1;
        static final int VM_EXTENSIONS_DISABLED = 2;

        /** @param before the previous report, or null for the first */
        void write(@Nullable HostPoint before, HostPoint point) {
            int same = same(before, point);
            writeByte(same);
            if ((same & SAME_USER) == 0) {
                writeString(point.user());
            }
            if ((same & SAME_EPOCH) == 0) {
                writeString(point.epoch());
            }
            writeLong(point.sequence() - (before == null || (same & SAME_EPOCH) == 0 ? 0 : before.sequence()));
            writeLong(point.at() - (before == null ? 0 : before.at()));
            if ((same & SAME_HARDWARE) == 0) {
                write(point.hardware());
            }
            HostPoint like = (same & SAME_PROJECTS) != 0 ? before : null;
            if (like == null) {
                writeLong(point.counters().size());
            }
            for (int i = 0; i < point.counters().size(); i++) {
                Counter counter = point.counters().get(i);
                if (like == null) {
                    writeString(counter.project());
                    writeString(counter.app());
                }
                write(
                        like == null
                                ? counter.total()
                                : counter.total().minus(like.counters().get(i).total()));
            }
        }

        private static int same(@Nullable HostPoint before, HostPoint point) {
            return before == null
                    ? 0
                    : (before.user().equals(point.user()) ? SAME_USER : 0)
                            | (before.isOfEpoch(point) ? SAME_EPOCH : 0)
                            | (before.hardware().equals(point.hardware()) ? SAME_HARDWARE : 0)
                            | (isOfSame(before.counters(), point.counters()) ? SAME_PROJECTS : 0);
        }

        private static boolean isOfSame(List<Counter> some, List<Counter> others) {
            return some.size() == others.size() && Counter.areRepeatedBy(some, others);
        }

        private void write(Hardware hardware) {
            writeByte((hardware.usableGpu() ? USABLE_GPU : 0)
                    | (hardware.vmExtensionsDisabled() ? VM_EXTENSIONS_DISABLED : 0));
            writeLong(hardware.processors());
            writeLong(hardware.gpus());
            writeDouble(hardware.cpuFlopsEach());
            writeDouble(hardware.gpuFlopsEach());
        }

        /** Writes one bit for each quantity that is not 0, then these quantities. */
        private void write(HostUsage work) {
            long[] quantities = work.quantities();
            int there = 0;
            for (int i = 0; i < quantities.length; i++) {
                there |= quantities[i] == 0 ? 0 : 1 << i;
            }
            writeByte(there);
            for (long quantity : quantities) {
                if (quantity != 0) {
                    writeLong(quantity);
                }
            }
        }
    }
}
