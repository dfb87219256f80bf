package io.fairstream.streams.state;

import io.fairstream.rules.account.usage.Allocated;
import io.fairstream.rules.account.usage.Used;

/** What the kept accounts of jobs and users have in common. */
final class UsageParts {
    private UsageParts() {}

    static void write(Allocated allocated, StateOut out) {
        out.writeLong(allocated.allocatedMicros());
        out.writeLong(allocated.reservedMicros());
        out.writeLong(allocated.allocated());
        out.writeLong(allocated.reserved());
        out.writeLong(allocated.asOf());
    }

    static Allocated readAllocated(StateIn in) {
        return new Allocated(in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong());
    }

    static void write(Used used, StateOut out) {
        out.writeLong(used.from());
        out.writeLong(used.until());
        out.writeLong(used.cpuMicros());
        out.writeLong(used.realMemory());
        out.writeLong(used.virtualMemory());
        out.writeLong(used.realHighwater());
        out.writeLong(used.virtualHighwater());
    }

    static Used readUsed(StateIn in) {
        return new Used(
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong());
    }
}
