package io.fairstream.htcondor.match;

import io.fairstream.htcondor.file.ClassAd;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A slot that a job claims while it runs.
 *
 * @param id job and subprocess; the subprocess is the slot's position among the job's slots
 */
public record JobSlot(String name, String id) {
    /** Scheduler, grid and local universe: such a job runs on the schedd's machine, or in another system. */
    private static final Set<Long> WITHOUT_SLOT = Set.of(7L, 9L, 12L);
    /** MPI and parallel universe. */
    private static final Set<Long> OF_SEVERAL = Set.of(8L, 11L);

    private static final long MOST = 100_000;

    /** Returns true if the job claims no slot. */
    public static boolean hasNone(ClassAd job) {
        Long universe = job.whole("JobUniverse");
        return universe != null && WITHOUT_SLOT.contains(universe);
    }

    /** Returns the number of slots of a job that claims any; null if the job may claim several and the ad has no number. */
    public static @Nullable Integer count(ClassAd job) {
        Long universe = job.whole("JobUniverse");
        if (universe == null || !OF_SEVERAL.contains(universe)) {
            return 1;
        }
        for (String name : List.of("MaxHosts", "CurrentHosts", "MinHosts")) {
            Long hosts = job.whole(name);
            if (hosts != null && hosts > 0 && hosts <= MOST) {
                return hosts.intValue();
            }
        }
        return null;
    }

    /**
     * Returns this number of different slots. If the ad lists another number of names, the slots are named after the job.
     *
     * @param first name of the first slot; null if unknown
     * @param job id of the job, without subprocess
     */
    public static List<JobSlot> named(ClassAd ad, int count, @Nullable String first, String job, Source source) {
        String all = count == 1 ? null : Customer.first(ad, "AllRemoteHosts", "RemoteHosts");
        List<String> listed = all == null ? List.of() : List.of(all.strip().split("\\s*,\\s*", -1));
        boolean isListed = listed.size() == count && new HashSet<>(listed).size() == count;
        List<JobSlot> slots = new ArrayList<>();
        for (int node = 0; node < count; node++) {
            String id = job + "." + node;
            String name =
                    isListed ? listed.get(node) : node == 0 && first != null ? first : "job" + id + "@" + source.name();
            slots.add(new JobSlot(name, id));
        }
        return slots;
    }
}
