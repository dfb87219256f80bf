package io.fairstream.steering.slurm;

import io.fairstream.steering.Answer;
import io.fairstream.steering.Control;
import io.fairstream.steering.Edit;
import io.fairstream.steering.SchedulerException;
import io.fairstream.steering.process.Output;
import io.fairstream.steering.process.Tool;
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

/** Sets site factors with {@code scontrol}, which reads a line for all jobs of one value. */
final class SiteFactors {
    private static final List<String> SCONTROL = List.of("scontrol");
    /** In one line; Slurm goes through them one by one. */
    private static final int MOST_JOBS = 100;

    private static final int MOST_PROCESSES = 4;
    /** Of a process; fewer are not worth another one. */
    private static final int LEAST_JOBS = 500;
    /** What scontrol takes for a job, or several. */
    private static final Pattern JOB = Pattern.compile("\\d+(_(\\d+|\\[[\\d,:%-]+]))?(\\+\\d+)?");
    /** Such as {@code Invalid job id specified for job 999}. */
    private static final Pattern REFUSAL = Pattern.compile("(.+) for job (\\S+)");

    private final Tool tool;

    SiteFactors(Tool tool) {
        this.tool = tool;
    }

    /** The next reading has whole numbers, so what is sent is one. */
    private static long factor(Edit edit) {
        return Math.round(edit.value());
    }

    List<Answer> set(List<Edit> edits) throws SchedulerException, InterruptedException {
        if (edits.isEmpty()) {
            return List.of();
        }
        Map<String, String> refusals = new HashMap<>();
        String others = "";
        for (Output output : run(lines(edits), edits.size())) {
            Map<String, String> own = new HashMap<>();
            for (String line : output.err().lines().map(String::strip).toList()) {
                Matcher refusal = REFUSAL.matcher(line);
                if (refusal.matches()) {
                    own.put(refusal.group(2), line);
                } else if (!line.isEmpty()) {
                    others = line;
                }
            }
            if (output.exit() != 0 && own.isEmpty()) {
                throw new SchedulerException(Tool.failure(SCONTROL, output));
            }
            refusals.putAll(own);
        }
        Map<String, Double> inForce = new HashMap<>();
        for (Control control : Jobs.controls(tool.answer(Jobs.SITE_FACTORS))) {
            inForce.put(control.name(), control.value());
        }
        List<Answer> answers = new ArrayList<>();
        for (Edit edit : edits) {
            answers.add(answer(edit, inForce, refusals, others));
        }
        return answers;
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
                : new Answer(edit, false, "not set, without a word");
    }

    /** Each job waits for its answer, so many of them are divided among several processes. */
    private List<Output> run(List<String> lines, int jobs) throws SchedulerException, InterruptedException {
        int processes = Math.max(1, Math.min(MOST_PROCESSES, jobs / LEAST_JOBS));
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
            for (int from = 0; from < names.size(); from += MOST_JOBS) {
                List<String> some = names.subList(from, Math.min(names.size(), from + MOST_JOBS));
                lines.add("update JobId=" + String.join(",", some) + " SiteFactor=" + factor + "\n");
            }
        });
        return lines;
    }
}
