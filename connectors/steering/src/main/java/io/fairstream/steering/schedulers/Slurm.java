package io.fairstream.steering.schedulers;

import io.fairstream.steering.Account;
import io.fairstream.steering.Answer;
import io.fairstream.steering.Control;
import io.fairstream.steering.Deadline;
import io.fairstream.steering.Edit;
import io.fairstream.steering.Reading;
import io.fairstream.steering.Scale;
import io.fairstream.steering.Scheduler;
import io.fairstream.steering.SchedulerException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Scheduler that sets site factors of pending jobs for which Slurm computes a priority: neither held nor waiting for
 * their begin time. If {@code PriorityWeightFairshare} is 0, the site factor replaces the fair share.
 */
public final class Slurm implements Scheduler {
    private static final List<String> ASSOCIATIONS = List.of(
            "sshare",
            "-a",
            "-n",
            "-P",
            "-m",
            "-o",
            "Account,User,Partition,RawShares,NormShares,RawUsage,EffectvUsage,FairShare");
    /**
     * Command that lists pending jobs: id, site factor. With the user it would take seconds, because sprio looks up ten
     * thousand names one by one.
     */
    static final List<String> SITE_FACTORS = List.of("sprio", "-h", "-o", "%i:%S");

    private static final String USERS = "%i:%u";
    /** Command that lists the accounts of pending jobs, which sprio does not have. */
    private static final List<String> JOB_ACCOUNTS = List.of("squeue", "-h", "-t", "PD", "-o", "%F:%a");
    /** Maximum number of jobs in one command line. */
    private static final int MAX_JOBS = 1000;

    private static final int COLUMNS = 8;

    /** Maximum of a site factor in Slurm. */
    public static final int GREATEST = 2_147_483_645;

    public static final int DEFAULT_WEIGHT = 100_000;

    private final Tool tool;
    private final SiteFactors factors;
    private final JobLimits limits;
    private final int weight;
    /** Users by pending job, so that only those of new jobs are queried. */
    private final Map<String, String> users = new HashMap<>();

    /**
     * Creates an adapter with a tool that reaches a machine with {@code sshare}, {@code sprio} and {@code scontrol}, as a user who
     * may set site factors; to hold new jobs, also with {@code sacctmgr}, as a user who may set limits.
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
        limits = new JobLimits(tool);
    }

    @Override
    public String kind() {
        return "slurm";
    }

    @Override
    public Reading read() throws SchedulerException, InterruptedException {
        return new Reading(accountsOf(tool.answer(ASSOCIATIONS)), controls());
    }

    /** Returns one control for each job, except jobs that ended before their user was known. */
    private List<Control> controls() throws SchedulerException, InterruptedException {
        Map<String, Double> set = factors(tool.answer(SITE_FACTORS));
        users.keySet().retainAll(set.keySet());
        List<String> unknown =
                set.keySet().stream().filter(job -> !users.containsKey(job)).toList();
        if (!unknown.isEmpty()) {
            users.putAll(users(tool.answer(users(unknown))));
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

    /** Adds the limits on running jobs, and the allocations that cover a pending job: those of its account and all around it. */
    @Override
    public Reading withAllocations(Reading reading) throws SchedulerException, InterruptedException {
        JobLimits.Limits read = limits.read();
        Map<String, String> accounts = byJob(tool.answer(JOB_ACCOUNTS), "job:account");
        List<Control> covered = reading.controls().stream()
                .map(control -> control.withEnds(
                        read.covering(accounts.getOrDefault(base(control.name()), ""), control.user())))
                .toList();
        return new Reading(reading.accounts(), covered, read.controls());
    }

    /** Returns the number that all jobs of an array, or of a heterogeneous job, have in common. */
    private static String base(String job) {
        return job.split("[_+]", 2)[0];
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
        return Control.byFactors(reading.controls(), priorities, factor -> Math.max(1, Math.round(weight * factor)));
    }

    @Override
    public double last(Map<String, Double> desired) {
        return 1;
    }

    /**
     * Sends edits. An edit is accepted if {@code sprio} or {@code sacctmgr} shows it afterwards: Slurm silently accepts
     * site factors of running jobs, too.
     */
    @Override
    public List<Answer> send(List<Edit> edits, Deadline until) throws SchedulerException, InterruptedException {
        int holds = (int)
                edits.stream().takeWhile(edit -> edit.control().isOnlyHold()).count();
        if (holds == 0) {
            return factors.set(edits, until);
        }
        List<Answer> answers = new ArrayList<>(limits.set(edits.subList(0, holds), until));
        if (answers.size() == holds && !until.isOver()) {
            answers.addAll(factors.set(edits.subList(holds, edits.size()), until));
        }
        return answers;
    }

    /**
     * Returns one account for each association of a user, {@code account/user}, or {@code account/user/partition} for
     * an association with a partition. Accounts themselves, and users without a fair-share factor, are left out.
     */
    private static List<Account> accountsOf(String text) throws SchedulerException {
        List<Account> accounts = new ArrayList<>();
        for (String line : text.lines().toList()) {
            String[] values = line.strip().split("\\|", -1);
            if (line.isBlank()) {
                continue;
            }
            if (values.length != COLUMNS) {
                throw unreadable("sshare", line, ASSOCIATIONS.get(ASSOCIATIONS.size() - 1), null);
            }
            if (values[1].isEmpty() || values[7].isEmpty()) {
                continue;
            }
            String name = values[0] + "/" + values[1] + (values[2].isEmpty() ? "" : "/" + values[2]);
            try {
                accounts.add(new Account(name, values[1], values[0], Double.parseDouble(values[7]), (Double)
                        Double.parseDouble(values[5])));
            } catch (NumberFormatException e) {
                throw unreadable("sshare", line, ASSOCIATIONS.get(ASSOCIATIONS.size() - 1), e);
            }
        }
        return accounts;
    }

    /** Returns the command for the users of these jobs; for many jobs it lists all jobs. An array's jobs are listed by the array's id. */
    private static List<String> users(Collection<String> jobs) {
        List<String> ids = jobs.stream().map(Slurm::base).distinct().toList();
        return ids.size() > MAX_JOBS
                ? List.of("sprio", "-h", "-o", USERS)
                : List.of("sprio", "-h", "-j", String.join(",", ids), "-o", USERS);
    }

    /** Returns users by job. A user's name may contain colons. */
    private static Map<String, String> users(String text) throws SchedulerException {
        return byJob(text, "job:user");
    }

    /** Returns site factors by job, in the order of the lines. A job has one line for each of its partitions. */
    static Map<String, Double> factors(String text) throws SchedulerException {
        Map<String, Double> factors = new LinkedHashMap<>();
        for (Map.Entry<String, String> entry : byJob(text, "job:factor").entrySet()) {
            try {
                factors.put(entry.getKey(), Double.parseDouble(entry.getValue()));
            } catch (NumberFormatException e) {
                throw unreadable("sprio", entry.getKey() + ":" + entry.getValue(), "job:factor", e);
            }
        }
        return factors;
    }

    private static Map<String, String> byJob(String text, String expected) throws SchedulerException {
        Map<String, String> values = new LinkedHashMap<>();
        for (String line : text.lines().map(String::strip).toList()) {
            String[] parts = line.split(":", 2);
            if (parts.length == 2) {
                values.put(parts[0].strip(), parts[1].strip());
            } else if (!line.isEmpty()) {
                throw unreadable(expected.endsWith("account") ? "squeue" : "sprio", line, expected, null);
            }
        }
        return values;
    }

    private static SchedulerException unreadable(
            String command, String line, String expected, @Nullable Throwable cause) {
        String message = command + ": " + line + " (expected: " + expected + ")";
        return cause == null ? new SchedulerException(message) : new SchedulerException(message, cause);
    }
}
