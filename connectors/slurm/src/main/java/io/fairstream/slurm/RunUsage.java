package io.fairstream.slurm;

import io.fairstream.reading.Memory;
import io.fairstream.reading.Resources;
import io.fairstream.schemas.JobEvent;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongBinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Usage measured by the cluster for a run or a step, as far as a row contains it. Null is unknown. Invalid amounts are unknown, too,
 * because a job is charged even if its measurements are invalid.
 *
 * @param cpuMillis CPU time in user and system mode; sacct sums the steps of a job in the job's own row
 * @param memoryKiB as in {@code seff}: sum of the peaks of the tasks of the largest step
 */
record RunUsage(
        @Nullable Long energyMillijoules,
        @Nullable Long cpuMillis,
        @Nullable Long memoryKiB) {
    static final RunUsage NONE = new RunUsage(null, null, null);

    private static final Pattern MEMORY = Pattern.compile("(?:^|,)mem=([^,]*)");
    private static final Pattern TASKS = Pattern.compile("[1-9]\\d{0,8}");

    /** Limit of memory; larger numbers are Slurm's markers for unknown. */
    private static final long MAX_KIB = 1_000_000_000_000_000L;

    static RunUsage of(Row row) {
        return new RunUsage(energy(row), cpu(row), memory(row));
    }

    /** Returns the memory of a step; its other usage is in the row of its job. */
    static RunUsage ofStep(Row row) {
        return new RunUsage(null, null, memory(row));
    }

    /** Returns the sum. */
    RunUsage plus(RunUsage other) {
        return new RunUsage(
                both(energyMillijoules, other.energyMillijoules, Long::sum),
                both(cpuMillis, other.cpuMillis, Long::sum),
                both(memoryKiB, other.memoryKiB, Math::max));
    }

    /** Adds the usage to the end of the run. Without CPU time and memory, nothing was measured, or {@code sacct -X} omitted the steps. */
    JobEvent.Builder addTo(JobEvent.Builder end) {
        boolean isMeasured = isAbove0(cpuMillis) || isAbove0(memoryKiB);
        return end.setEnergyMillijoules(energyMillijoules)
                .setCpuMillis(isMeasured ? cpuMillis : null)
                .setMemoryHighwaterKiB(isMeasured ? memoryKiB : null);
    }

    private static boolean isAbove0(@Nullable Long amount) {
        return amount != null && amount > 0;
    }

    /** Returns the energy of the run, otherwise that of the allocation, otherwise that of its processes. */
    private static @Nullable Long energy(Row row) {
        Long reported = Resources.millijoules(row.text("consumedenergyraw"));
        reported = reported == null ? Resources.energy(row.text("alloctres")) : reported;
        return reported == null ? Resources.energy(row.text("tresusageintot")) : reported;
    }

    private static @Nullable Long cpu(Row row) {
        Long total = millis(row.text("totalcpu"));
        return total == null ? both(millis(row.text("usercpu")), millis(row.text("systemcpu")), Long::sum) : total;
    }

    private static @Nullable Long millis(String text) {
        Duration duration = Times.duration(text);
        return duration == null ? null : (Long) duration.toMillis();
    }

    private static @Nullable Long memory(Row row) {
        Matcher ofTasks = MEMORY.matcher(row.text("tresusageintot"));
        OptionalLong all = ofTasks.find() ? Memory.kibibytes(ofTasks.group(1)) : OptionalLong.empty();
        if (all.isEmpty()) {
            String tasks = row.text("ntasks");
            all = Memory.kibibytes(row.text("maxrss"), TASKS.matcher(tasks).matches() ? Long.parseLong(tasks) : 1);
        }
        return all.isEmpty() || all.getAsLong() > MAX_KIB ? null : (Long) all.getAsLong();
    }

    private static @Nullable Long both(@Nullable Long one, @Nullable Long other, LongBinaryOperator together) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return together.applyAsLong(one, other);
    }
}
