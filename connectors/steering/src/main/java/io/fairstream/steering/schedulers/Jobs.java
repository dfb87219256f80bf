package io.fairstream.steering.schedulers;

import io.fairstream.steering.Account;
import io.fairstream.steering.SchedulerException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parsers for the output of {@code sshare} and {@code sprio}. */
final class Jobs {
    static final List<String> ASSOCIATIONS = List.of(
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
    /** Maximum number of jobs in one command line. */
    private static final int MAX_JOBS = 1000;

    private static final int COLUMNS = 8;

    private Jobs() {}

    /**
     * Returns one account for each association of a user, {@code account/user}, or {@code account/user/partition} for
     * an association with a partition. Accounts themselves, and users without a fair-share factor, are left out.
     */
    static List<Account> accounts(String text) throws SchedulerException {
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
    static List<String> users(Collection<String> jobs) {
        List<String> ids =
                jobs.stream().map(job -> job.split("[_+]", 2)[0]).distinct().toList();
        return ids.size() > MAX_JOBS
                ? List.of("sprio", "-h", "-o", USERS)
                : List.of("sprio", "-h", "-j", String.join(",", ids), "-o", USERS);
    }

    /** Returns users by job. A user's name may contain colons. */
    static Map<String, String> users(String text) throws SchedulerException {
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
                throw unreadable("sprio", line, expected, null);
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
