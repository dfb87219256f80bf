package io.fairstream.steering.schedulers;

import io.fairstream.steering.Answer;
import io.fairstream.steering.Deadline;
import io.fairstream.steering.Edit;
import io.fairstream.steering.SchedulerException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Writer of site factors by {@code scontrol}, with one line for all jobs with the same value. */
final class SiteFactors {
    private static final List<String> SCONTROL = List.of("scontrol");
    /** Maximum number of jobs in one line; Slurm processes them one by one. */
    private static final int MAX_JOBS = 100;

    private static final int MAX_PROCESSES = 4;
    /** Minimum number of jobs of a process; fewer are not worth another process. */
    private static final int LEAST_JOBS = 250;
    /** Number of jobs between two checks of the deadline, about a third of a second. */
    private static final int AT_ONCE = MAX_PROCESSES * LEAST_JOBS;

    /** Text that scontrol accepts as a job, or several jobs. */
    private static final Pattern JOB = Pattern.compile("\\d+(_(\\d+|\\[[\\d,:%-]+]))?(\\+\\d+)?");
    /** Message such as {@code Invalid job id specified for job 999}. */
    private static final Pattern REFUSAL = Pattern.compile("(.+) for job (\\S+)");

    private final Tool tool;

    SiteFactors(Tool tool) {
        this.tool = tool;
    }

    /** Returns a whole number, since the next reading returns whole numbers. */
    private static long factor(Edit edit) {
        return Math.round(edit.value());
    }

    List<Answer> set(List<Edit> edits, Deadline until) throws SchedulerException, InterruptedException {
        Messages messages = new Messages();
        int sent = 0;
        while (sent < edits.size() && (sent == 0 || !until.isOver())) {
            List<Edit> some = edits.subList(sent, Math.min(edits.size(), sent + AT_ONCE));
            for (Output output : run(lines(some), some.size())) {
                messages.add(output);
            }
            sent += some.size();
        }
        if (sent == 0) {
            return List.of();
        }
        Map<String, Double> inForce = Slurm.factors(tool.answer(Slurm.SITE_FACTORS));
        List<Answer> answers = new ArrayList<>();
        for (Edit edit : edits.subList(0, sent)) {
            answers.add(answer(edit, inForce, messages.refusals, messages.others));
        }
        return answers;
    }

    /** Messages of scontrol. */
    private static final class Messages {
        /** By job. */
        final Map<String, String> refusals = new HashMap<>();

        String others = "";

        void add(Output output) throws SchedulerException {
            boolean isRefusal = false;
            for (String line : output.err().lines().map(String::strip).toList()) {
                Matcher refusal = REFUSAL.matcher(line);
                if (refusal.matches()) {
                    refusals.put(refusal.group(2), line);
                    isRefusal = true;
                } else if (!line.isEmpty()) {
                    others = line;
                }
            }
            if (output.exit() != 0 && !isRefusal) {
                throw new SchedulerException(Tool.failure(SCONTROL, output));
            }
        }
    }

    private static Answer answer(Edit edit, Map<String, Double> inForce, Map<String, String> refusals, String others) {
        Double set = inForce.get(edit.name());
        if (set != null && set == factor(edit)) {
            return new Answer(edit, true, "");
        }
        String words = refusals.getOrDefault(edit.name(), others);
        if (!words.isEmpty()) {
            return new Answer(edit, false, words);
        }
        return set == null
                ? new Answer(edit, false, "no longer pending", true)
                : new Answer(edit, false, "not set, and the tool reported no error");
    }

    /** Runs the lines in several processes, since each job waits for its answer. */
    private List<Output> run(List<String> lines, int jobs) throws SchedulerException, InterruptedException {
        int processes = Math.max(1, Math.min(MAX_PROCESSES, jobs / LEAST_JOBS));
        List<StringBuilder> inputs =
                Stream.generate(StringBuilder::new).limit(processes).toList();
        for (int i = 0; i < lines.size(); i++) {
            inputs.get(i % processes).append(lines.get(i));
        }
        List<Callable<Output>> parts = new ArrayList<>();
        inputs.forEach(input -> parts.add(() -> tool.run(SCONTROL, input.toString())));
        ExecutorService threads = Executors.newFixedThreadPool(processes);
        try {
            List<Output> outputs = new ArrayList<>();
            for (Future<Output> output : threads.invokeAll(parts)) {
                outputs.add(output.get());
            }
            return outputs;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SchedulerException failure) {
                throw failure;
            }
            throw new IllegalStateException("scontrol", e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<String> lines(List<Edit> edits) {
        Map<Long, List<String>> jobs = new TreeMap<>();
        for (Edit edit : edits) {
            if (JOB.matcher(edit.name()).matches()) {
                jobs.computeIfAbsent(factor(edit), factor -> new ArrayList<>()).add(edit.name());
            }
        }
        List<String> lines = new ArrayList<>();
        jobs.forEach((factor, names) -> {
            for (int from = 0; from < names.size(); from += MAX_JOBS) {
                List<String> some = names.subList(from, Math.min(names.size(), from + MAX_JOBS));
                lines.add("update JobId=" + String.join(",", some) + " SiteFactor=" + factor + "\n");
            }
        });
        return lines;
    }
}
