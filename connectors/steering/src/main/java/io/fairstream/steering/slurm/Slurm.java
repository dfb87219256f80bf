package io.fairstream.steering.slurm;

import io.fairstream.steering.Answer;
import io.fairstream.steering.Control;
import io.fairstream.steering.Deadline;
import io.fairstream.steering.Edit;
import io.fairstream.steering.FairShareFactors;
import io.fairstream.steering.Reading;
import io.fairstream.steering.Scale;
import io.fairstream.steering.Scheduler;
import io.fairstream.steering.SchedulerException;
import io.fairstream.steering.process.Tool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sets site factors of pending jobs, those that Slurm grades: neither held nor waiting for their begin. Where
 * {@code PriorityWeightFairshare} is 0, the site factor is the fair share.
 */
public final class Slurm implements Scheduler {
    /** Maximum of a site factor in Slurm. */
    public static final int GREATEST = 2_147_483_645;

    public static final int DEFAULT_WEIGHT = 100_000;

    private final Tool tool;
    private final SiteFactors factors;
    private final int weight;
    /** By pending job, so that only those of new jobs are asked for. */
    private final Map<String, String> users = new HashMap<>();

    /**
     * Creates a scheduler of a tool that reaches a machine with {@code sshare}, {@code sprio} and {@code scontrol}, as a user who
     * may set site factors.
     *
     * @param weight what a site factor is between 0 and, 1 to {@value #GREATEST}; to be seen beside the {@code PriorityWeight} of
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

    /** One for each job; without those that are gone before it is known whose they are. */
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
     * Site factor of a job = weight × 2<sup>-p ÷ m</sup>, to the nearest whole number and at least 1: p is the effective priority of its
     * user, m the mean of all users who have pending jobs. It is the shape of Slurm's own fair-share factor, 2<sup>-usage ÷ shares</sup>.
     * A job that was just submitted has 0, and waits behind the others until it is graded.
     */
    @Override
    public Map<String, Double> desired(Reading reading, Map<String, Double> priorities) {
        return FairShareFactors.desired(
                reading.controls(), priorities, factor -> Math.max(1, Math.round(weight * factor)));
    }

    /** An edit counts as accepted when {@code sprio} shows it afterwards: Slurm takes site factors of running jobs, too, in silence. */
    @Override
    public List<Answer> send(List<Edit> edits, Deadline until) throws SchedulerException, InterruptedException {
        return factors.set(edits, until);
    }
}
