package io.fairstream.steering.slurm;

import io.fairstream.steering.Account;
import io.fairstream.steering.Control;
import io.fairstream.steering.SchedulerException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@code sshare} and {@code sprio} print. */
final class Jobs {
    static final List<String> ASSOCIATIONS = List.of(
            "sshare",
            "-a",
            "-n",
            "-P",
            "-m",
            "-o",
            "Account,User,Partition,RawShares,NormShares,RawUsage,EffectvUsage,FairShare");
    /** Of pending jobs: id, site factor, user. A user's name may hold colons. */
    static final List<String> SITE_FACTORS = List.of("sprio", "-h", "-o", "%i:%S:%u");

    private static final int COLUMNS = 8;

    private Jobs() {}

    /**
     * One account for each association of a user, {@code account/user}, or {@code account/user/partition} where it holds in a partition
     * only. Accounts themselves, and users without a fair-share factor, are left out.
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

    /** One control for each job. A job has as many lines as it names partitions. */
    static List<Control> controls(String text) throws SchedulerException {
        Map<String, Control> controls = new LinkedHashMap<>();
        for (String line : text.lines().toList()) {
            if (line.isBlank()) {
                continue;
            }
            String[] values = line.strip().split(":", 3);
            try {
                String user = values[2];
                controls.put(values[0], new Control(values[0], user, Double.parseDouble(values[1])));
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                throw unreadable("sprio", line, "job:factor:user", e);
            }
        }
        return List.copyOf(controls.values());
    }

    private static SchedulerException unreadable(
            String command, String line, String expected, @Nullable Throwable cause) {
        String message = command + ": " + line + " (expected: " + expected + ")";
        return cause == null ? new SchedulerException(message) : new SchedulerException(message, cause);
    }
}
