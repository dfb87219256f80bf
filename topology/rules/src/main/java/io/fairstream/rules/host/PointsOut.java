package io.fairstream.rules.host;

import io.fairstream.rules.Work;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Packs reports, each as what changed since the one before it: {@link PointsIn} unpacks them. */
final class PointsOut {
    static final int SAME_USER = 1;
    static final int SAME_EPOCH = 2;
    static final int SAME_HARDWARE = 4;
    static final int SAME_PROJECTS = 8;
    static final int USABLE_GPU = 1;
    static final int VM_EXTENSIONS_DISABLED = 2;
    static final int LOW_BITS = 7;

    private byte[] bytes = new byte[128];
    private int size;

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Adds what is packed already, from some place on. */
    void write(byte[] packed, int from) {
        ensure(packed.length - from);
        System.arraycopy(packed, from, bytes, size, packed.length - from);
        size += packed.length - from;
    }

    /**
     * Adds a report.
     *
     * @param before the one packed before it, or null for the first
     */
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
        boolean isSame = some.size() == others.size();
        for (int i = 0; isSame && i < some.size(); i++) {
            isSame = some.get(i).isOfSame(others.get(i));
        }
        return isSame;
    }

    private void write(Hardware hardware) {
        writeByte((hardware.usableGpu() ? USABLE_GPU : 0)
                | (hardware.vmExtensionsDisabled() ? VM_EXTENSIONS_DISABLED : 0));
        writeLong(hardware.processors());
        writeLong(hardware.gpus());
        writeDouble(hardware.cpuFlopsEach());
        writeDouble(hardware.gpuFlopsEach());
    }

    /** A bit for each quantity that is not 0, and those. */
    private void write(Work work) {
        long[] quantities = {
            work.cpuMicros(), work.gpuMicros(), work.cpuMflop(), work.gpuMflop(), work.succeeded(), work.failed()
        };
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

    private void writeByte(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
    }

    /** Zig-zag, seven bits a byte. */
    private void writeLong(long value) {
        ensure(Long.BYTES + 2);
        long rest = (value << 1) ^ (value >> (Long.SIZE - 1));
        while ((rest & -1L << LOW_BITS) != 0) {
            bytes[size++] = (byte) (rest | 1 << LOW_BITS);
            rest >>>= LOW_BITS;
        }
        bytes[size++] = (byte) rest;
    }

    private void writeDouble(double value) {
        ensure(Long.BYTES);
        long bits = Double.doubleToRawLongBits(value);
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            bytes[size++] = (byte) (bits >>> shift);
        }
    }

    private void writeString(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        writeLong(utf8.length);
        write(utf8, 0);
    }

    private void ensure(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }
}
