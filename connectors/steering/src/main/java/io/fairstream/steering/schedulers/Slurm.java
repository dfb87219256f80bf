package io.fairstream.steering.schedulers;

import io.fairstream.steering.Answer;
import io.fairstream.steering.Control;
import io.fairstream.steering.Deadline;
import io.fairstream.steering.Edit;
import io.fairstream.steering.Reading;
import io.fairstream.steering.Scale;
import io.fairstream.steering.Scheduler;
import io.fairstream.steering.SchedulerException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Scheduler that sets site factors of pending jobs for which Slurm computes a priority: neither held nor waiting for
 * their begin time. If {@code PriorityWeightFairshare} is 0, the site factor replaces the fair share.
 */
public final class Slurm implements Scheduler {
    /** Maximum of a site factor in Slurm. */
    public static final int GREATEST = 2_147_483_645;

    public static final int DEFAULT_WEIGHT = 100_000;

    private final Tool tool;
    private final SiteFactors factors;
    private final int weight;
    /** Users by pending job, so that only those of new jobs are queried. */
    private final Map<String, String> users = new HashMap<>();

    /**
     * Creates an adapter with a tool that reaches a machine with {@code sshare}, {@code sprio} and {@code scontrol}, as a user who
     * may set site factors.
     *
     * @param weight maximum site factor, 1 to {@value #GREATEST}; to be compared with the {@code PriorityWeight} of
     *       other factors
     */
    public Slurm(Tool tool, int weight) {
        if (weight < 1 || weight > GREATEST) {
            throw new IllegalArgumentException("weight: " + weight + " (expected: 1 to " + GREATEST + ")");
        }
        this.tool = tool;
        this.weight = weight;
        factors = new SiteFactors(tool);
    }

    @Override
    public String kind() {
        return "slurm";
    }

    @Override
    public Reading read() throws SchedulerException, InterruptedException {
        return new Reading(Jobs.accounts(tool.answer(Jobs.ASSOCIATIONS)), controls());
    }

    /** Returns one control for each job, except jobs that ended before their user was known. */
    private List<Control> controls() throws SchedulerException, InterruptedException {
        Map<String, Double> set = Jobs.factors(tool.answer(Jobs.SITE_FACTORS));
        users.keySet().retainAll(set.keySet());
        List<String> unknown =
                set.keySet().stream().filter(job -> !users.containsKey(job)).toList();
        if (!unknown.isEmpty()) {
            users.putAll(Jobs.users(tool.answer(Jobs.users(unknown))));
        }
        List<Control> controls = new ArrayList<>();
        set.forEach((job, factor) -> {
            String user = users.get(job);
            if (user != null) {
                controls.add(new Control(job, user, factor));
            }
        });
        return controls;
    }

    @Override
    public Scale scale() {
        return Scale.ofWhole(weight);
    }

    /**
     * Returns the site factors: weight × 2<sup>-p ÷ m</sup>, to the nearest whole number and at least 1: p is the
     * effective priority of its user, m the mean of all users who have pending jobs. The formula is that of Slurm's own
     * fair-share factor, 2<sup>-usage ÷ shares</sup>. A job that was just submitted has 0, and waits behind the others
     * until the next cycle.
     */
    @Override
    public Map<String, Double> desired(Reading reading, Map<String, Double> priorities) {
        return Control.byFactors(
                reading.controls(), priorities, factor -> Math.max(1, Math.round(weight * factor)));
    }

    /** Sends edits. An edit is accepted if {@code sprio} shows it afterwards: Slurm silently accepts site factors of running jobs, too. */
    @Override
    public List<Answer> send(List<Edit> edits, Deadline until) throws SchedulerException, InterruptedException {
        return factors.set(edits, until);
    }
}
