package io.fairstream.agent;

import io.fairstream.agent.node.NodeProcess;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of processes, from their control group, which a user cannot forge; otherwise from their environment; otherwise from their
 * parent. Each process is examined once. A process without a job is examined again when it executes another program, because
 * between fork and exec it has the environment of its parent. A known job of a process is final. Mutable, for one thread.
 */
final class ProcessJobs {
    private static final Pattern JOB = Pattern.compile("(?:^|\0)SLURM_JOB_ID=(\\d{1,18})(?=\0|$)");

    private final String proc;
    private final ControlGroups groups;
    private final Text text = new Text();
    private Map<Integer, Answer> known = new HashMap<>();
    private Map<Integer, Answer> asked = new HashMap<>();
    private Map<Integer, NodeProcess> processes = Map.of();
    private IntUnaryOperator programs = pid -> 0;

    /** Evidence for the job of a process. */
    enum Evidence {
        NONE,
        ENVIRONMENT,
        GROUP
    }

    /**
     * Data on a process.
     *
     * @param jobId 0 for none
     * @param directory of the job's control group; null for none with counters
     */
    record Answer(
            long startTicks,
            int program,
            long jobId,
            Evidence evidence,
            boolean isDenied,
            @Nullable String directory) {
        private boolean isOf(NodeProcess process) {
            return startTicks == process.startTicks();
        }

        private boolean isFinal(int programNow) {
            return jobId != 0 || program == programNow;
        }
    }

    ProcessJobs(String proc, ControlGroups groups) {
        this.proc = proc;
        this.groups = groups;
    }

    /**
     * Starts a round.
     *
     * @param all all processes
     * @param executed returns the number of the program that a process executes
     */
    void begin(Map<Integer, NodeProcess> all, IntUnaryOperator executed) {
        processes = all;
        programs = executed;
        known = asked;
        asked = new HashMap<>();
        known.forEach((pid, answer) -> {
            NodeProcess process = all.get(pid);
            if (process != null && answer.isOf(process)) {
                asked.put(pid, answer);
            }
        });
    }

    /** Returns the job of a process, otherwise that of its parent. */
    Answer of(NodeProcess process) {
        Answer answer = own(process);
        if (answer.jobId() != 0) {
            return answer;
        }
        NodeProcess parent = processes.get(process.parent());
        if (parent == null || parent.pid() == process.pid() || parent.session() == 0) {
            return answer;
        }
        Answer inherited = asked.get(parent.pid());
        if (inherited == null || inherited.jobId() == 0) {
            return answer;
        }
        Answer both = new Answer(
                process.startTicks(),
                answer.program(),
                inherited.jobId(),
                inherited.evidence(),
                answer.isDenied(),
                inherited.directory());
        asked.put(process.pid(), both);
        return both;
    }

    /** Returns the job of a process; reads the control group of a process without a job again, because it may have changed. */
    Answer again(NodeProcess process) {
        Answer before = asked.get(process.pid());
        if (before != null && before.jobId() == 0) {
            Answer group = group(process, programs.applyAsInt(process.pid()));
            if (group != null) {
                asked.put(process.pid(), group);
            }
        }
        return of(process);
    }

    private Answer own(NodeProcess process) {
        Answer before = asked.get(process.pid());
        int program = programs.applyAsInt(process.pid());
        if (before != null && before.isFinal(program)) {
            return before;
        }
        Answer group = group(process, program);
        Answer answer = group == null ? environment(process, program) : group;
        asked.put(process.pid(), answer);
        return answer;
    }

    private @Nullable Answer group(NodeProcess process, int program) {
        Optional<ControlGroups.Found> found = groups.jobOf(proc + process.pid());
        return found.map(group -> new Answer(
                        process.startTicks(), program, group.jobId(), Evidence.GROUP, false, group.directory()))
                .orElse(null);
    }

    private Answer environment(NodeProcess process, int program) {
        boolean isDenied = text.read(proc + process.pid() + "/environ") == Text.Reading.DENIED;
        Matcher matcher = JOB.matcher(text.toString());
        long job = !isDenied && matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
        Evidence evidence = job == 0 ? Evidence.NONE : Evidence.ENVIRONMENT;
        return new Answer(process.startTicks(), program, job, evidence, isDenied, null);
    }

    /** Returns the number of existing processes that were examined. */
    int count() {
        return asked.size();
    }

    /** Returns the number of existing processes whose environment may not be read. */
    long denied() {
        return asked.values().stream().filter(Answer::isDenied).count();
    }
}
