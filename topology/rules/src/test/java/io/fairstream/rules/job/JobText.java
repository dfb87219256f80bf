package io.fairstream.rules.job;

import io.fairstream.rules.job.JobEvent.JobState;
import io.fairstream.rules.job.JobFacts.Billed;
import io.fairstream.rules.job.JobFacts.ReportedUse;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Job events as text. */
public final class JobText {
    private static final long FIRST_JOB = 7;

    private @Nullable Long submitted;
    private @Nullable String outcome;
    private @Nullable Integer processors;
    private @Nullable Integer nodes;
    private @Nullable Integer gpus;
    private @Nullable Long memoryMiB;
    private String tres = "";
    private @Nullable Long energy;
    private @Nullable Long cpu;
    private @Nullable Long peak;
    private String run = "";
    private String user = "";
    private String bank = "";
    private long job = FIRST_JOB;

    private JobText() {}

    /** Events, each as {@link #event} has it, separated by semicolons. */
    public static List<JobEvent> events(String text) {
        return Arrays.stream(text.split(";", -1))
                .map(String::strip)
                .map(JobText::event)
                .toList();
    }

    /**
     * An event: {@code 10 RUNNING x4 alice; 20 COMPLETE FAILED} are a job that ran from second 10 to 20 on four processors
     * for alice. {@code #r1} names the run, {@code @5} says that it was submitted at second 5, {@code /root/physics} the bank;
     * {@code nodes=2}, {@code gpus=2} and {@code mem=1024}, MiB, what else it holds, {@code
     * tres:gres/gpu=2,billing=5} all of it, {@code energy=9} what a run consumed, millijoules, {@code cpu=9}, milliseconds, and
     * {@code peak=9}, KiB, what else its scheduler measured of it, and {@code job=8} its number.
     */
    public static JobEvent event(String text) {
        List<String> words = List.of(text.split(" ", -1));
        JobText said = new JobText();
        words.subList(2, words.size()).forEach(said::take);
        return said.event(Long.parseLong(words.get(0)) * 1000, JobState.valueOf(words.get(1)));
    }

    private void take(String word) {
        String rest = word.substring(1);
        int equals = word.indexOf('=');
        if (equals > 0) {
            if (word.startsWith("tres:")) {
                tres = word.substring("tres:".length());
            } else {
                takeNumber(word.substring(0, equals), Long.parseLong(word.substring(equals + 1)));
            }
            return;
        }
        switch (word.charAt(0)) {
            case '@' -> submitted = Long.parseLong(rest) * 1000;
            case '#' -> run = rest;
            case 'x' -> processors = Integer.valueOf(rest);
            case '/' -> bank = rest;
            default -> {
                if (Character.isUpperCase(word.charAt(0))) {
                    outcome = word;
                } else {
                    user = word;
                }
            }
        }
    }

    private void takeNumber(String name, long number) {
        switch (name) {
            case "nodes" -> nodes = Math.toIntExact(number);
            case "gpus" -> gpus = Math.toIntExact(number);
            case "mem" -> memoryMiB = number;
            case "job" -> job = number;
            case "energy" -> energy = number;
            case "cpu" -> cpu = number;
            case "peak" -> peak = number;
            default -> throw new IllegalArgumentException(name);
        }
    }

    private JobEvent event(long at, JobState state) {
        return new JobEvent(
                "tux",
                job,
                submitted,
                run,
                at,
                state,
                facts(
                        user,
                        bank,
                        outcome,
                        processors,
                        nodes,
                        gpus,
                        memoryMiB,
                        new Billed(tres, "", "", ""),
                        new ReportedUse(energy, cpu, peak)));
    }

    /** Returns the facts about payers and processors; null or empty is not reported. */
    public static JobFacts facts(String user, String bank, @Nullable String outcome, @Nullable Integer processors) {
        return facts(user, bank, outcome, processors, null, null, null);
    }

    /** Returns the facts of a job that is billed only for what it reports. */
    public static JobFacts facts(
            String user,
            String bank,
            @Nullable String outcome,
            @Nullable Integer processors,
            @Nullable Integer nodes,
            @Nullable Integer gpus,
            @Nullable Long memoryMiB) {
        return facts(user, bank, outcome, processors, nodes, gpus, memoryMiB, Billed.EMPTY, ReportedUse.EMPTY);
    }

    /** Returns the facts of a job; null or empty is not reported. */
    public static JobFacts facts(
            String user,
            String bank,
            @Nullable String outcome,
            @Nullable Integer processors,
            @Nullable Integer nodes,
            @Nullable Integer gpus,
            @Nullable Long memoryMiB,
            Billed billed,
            ReportedUse reported) {
        return new JobFacts(
                outcome,
                user,
                user.isEmpty() ? null : 1001L,
                List.of(),
                bank,
                "",
                "",
                processors,
                nodes,
                "",
                gpus,
                memoryMiB,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                billed,
                reported);
    }
}
