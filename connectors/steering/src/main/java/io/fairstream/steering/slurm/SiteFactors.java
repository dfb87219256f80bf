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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sets site factors with one {@code scontrol}, which reads a line for all jobs of one value. */
final class SiteFactors {
    private static final List<String> SCONTROL = List.of("scontrol");
    /** In one line; Slurm goes through them one by one. */
    private static final int MOST_JOBS = 100;
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
        Output output = tool.run(SCONTROL, lines(edits));
        Map<String, String> refusals = new HashMap<>();
        String others = "";
        for (String line : output.err().lines().map(String::strip).toList()) {
            Matcher refusal = REFUSAL.matcher(line);
            if (refusal.matches()) {
                refusals.put(refusal.group(2), line);
            } else if (!line.isEmpty()) {
                others = line;
            }
        }
        if (output.exit() != 0 && refusals.isEmpty()) {
            throw new SchedulerException(Tool.failure(SCONTROL, output));
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

    private static String lines(List<Edit> edits) {
        Map<Long, List<String>> jobs = new TreeMap<>();
        for (Edit edit : edits) {
            if (JOB.matcher(edit.name()).matches()) {
                jobs.computeIfAbsent(factor(edit), factor -> new ArrayList<>()).add(edit.name());
            }
        }
        StringBuilder lines = new StringBuilder();
        jobs.forEach((factor, names) -> {
            for (int from = 0; from < names.size(); from += MOST_JOBS) {
                List<String> some = names.subList(from, Math.min(names.size(), from + MOST_JOBS));
                lines.append("update JobId=")
                        .append(String.join(",", some))
                        .append(" SiteFactor=")
                        .append(factor)
                        .append('\n');
            }
        });
        return lines.toString();
    }
}
