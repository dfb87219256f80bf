package io.fairstream.publish;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Map from users and banks to virtual organisations. Each line has comma-separated fields, unknown ones empty:
 *
 * <pre>
 *   user,alice,atlas,/atlas,Role=production,/DC=org/DC=example/CN=Alice Example
 *   bank,root/physics,cms
 * </pre>
 *
 * A user's line takes precedence over a bank's, a deeper bank over a higher one. Empty lines and those that begin with #
 * are ignored. The last field may have commas. Without a map the virtual organisation of a job is the account that is
 * charged.
 */
public final class VoMap {
    /** Map without lines: the virtual organisation is the charged account. */
    public static final VoMap NONE = new VoMap(Map.of(), Map.of(), false);

    private static final int FEWEST = 3;
    private static final int MOST = 6;

    private final Map<String, Membership> users;
    private final Map<String, Membership> banks;
    private final boolean isGiven;

    /**
     * Membership of a job, for messages.
     *
     * @param vo empty for none
     * @param group empty for none
     * @param role empty for none
     * @param globalUserName empty for the cluster's name of the user
     */
    record Membership(String vo, String group, String role, String globalUserName) {}

    private VoMap(Map<String, Membership> users, Map<String, Membership> banks, boolean isGiven) {
        this.users = users;
        this.banks = banks;
        this.isGiven = isGiven;
    }

    /**
     * Parses a map.
     *
     * @param name of the file, for error messages
     * @throws IllegalArgumentException if a line is invalid
     */
    public static VoMap parse(String name, List<String> lines) {
        Map<String, Membership> users = new HashMap<>();
        Map<String, Membership> banks = new TreeMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                add(name + ":" + (i + 1), line, users, banks);
            }
        }
        return new VoMap(users, banks, true);
    }

    private static void add(String place, String line, Map<String, Membership> users, Map<String, Membership> banks) {
        String[] fields = line.split(",", MOST);
        boolean isKind = fields[0].strip().equals("user") || fields[0].strip().equals("bank");
        if (fields.length < FEWEST || !isKind || fields[1].isBlank() || fields[2].isBlank()) {
            throw new IllegalArgumentException(
                    place + ": \"" + line
                            + "\" (expected: user,NAME,VO or bank,PATH,VO, then group, role and global name if they are known)");
        }
        Membership membership = new Membership(field(fields, 2), field(fields, 3), field(fields, 4), field(fields, 5));
        Map<String, Membership> map = fields[0].strip().equals("user") ? users : banks;
        if (map.put(fields[1].strip(), membership) != null) {
            throw new IllegalArgumentException(
                    place + ": " + fields[0].strip() + " " + fields[1].strip() + " again (expected: once)");
        }
    }

    private static String field(String[] fields, int index) {
        return index < fields.length ? fields[index].strip() : "";
    }

    /** Returns the membership of a job. */
    Membership of(FinishedJob job) {
        return of(job.job().getUser(), job.job().getBank());
    }

    Membership of(String user, String bank) {
        Membership own = users.get(user);
        Membership found = own == null ? ofBank(bank) : own;
        if (found == null) {
            found = new Membership(isGiven ? "" : FinishedJob.lastName(bank), "", "", "");
        }
        return found.globalUserName.isEmpty() ? new Membership(found.vo, found.group, found.role, user) : found;
    }

    private @Nullable Membership ofBank(String bank) {
        for (String path = bank; !path.isEmpty(); path = parent(path)) {
            Membership found = banks.get(path);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static String parent(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }
}
