package io.fairstream.agent.node;

/**
 * Memory of a process at an instant, KiB.
 *
 * @param realKiB its proportional share of what is resident, or all that is resident where the share may not be read
 * @param virtualKiB its address space
 * @param residentKiB all that is resident, shared pages in full
 * @param residentPeakKiB most that was resident since it executed its program
 * @param virtualPeakKiB largest address space since it executed its program
 */
public record Memory(long realKiB, long virtualKiB, long residentKiB, long residentPeakKiB, long virtualPeakKiB) {
    public static final Memory NONE = new Memory(0, 0, 0, 0, 0);

    /**
     * Most real memory since an earlier sighting as far as the peak tells: the peak less what is shared now, if it was reached since.
     * A peak that is another than before is of the time since: it rose, or another program began.
     */
    long realPeakSince(Memory before) {
        return residentPeakKiB == before.residentPeakKiB
                ? realKiB
                : Math.max(realKiB, residentPeakKiB - (residentKiB - realKiB));
    }

    /** As {@link #realPeakSince}, of the address space. */
    long virtualPeakSince(Memory before) {
        return virtualPeakKiB == before.virtualPeakKiB ? virtualKiB : Math.max(virtualKiB, virtualPeakKiB);
    }
}
