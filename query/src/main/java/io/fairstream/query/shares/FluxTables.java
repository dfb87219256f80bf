package io.fairstream.query.shares;

import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.rules.share.ShareTree.ShareNode.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reader of flux-accounting's {@code bank_table.csv} and {@code association_table.csv}. Banks have unique names and
 * name their parent; users name their bank. Therefore paths are known only after all files are read.
 */
final class FluxTables {
    private final Statement<ShareNode> statement;
    private final Map<String, CsvRow> banks = new LinkedHashMap<>();
    private final List<CsvRow> users = new ArrayList<>();
    private final Map<String, String> paths = new HashMap<>();
    /** Positions of banks without a path, by name. */
    private final Map<String, String> pathless = new HashMap<>();

    FluxTables(Statement<ShareNode> statement) {
        this.statement = statement;
    }

    void read(String file, String text) throws IOException {
        for (CsvRow row : CsvRow.read(file, text, CsvRow.Form.FLUX, statement)) {
            if (row.isUser()) {
                users.add(row);
            } else if (row.get("bank").isEmpty() || row.get("bank").contains("/")) {
                statement.problem(row.place(), "\"" + row.get("bank") + "\" (expected: a name without a slash)");
                pathless.putIfAbsent(row.get("bank"), row.place());
            } else if (banks.putIfAbsent(row.get("bank"), row) != null) {
                statement.problem(row.place(), "bank: " + row.get("bank") + " twice (expected: once)");
            }
        }
    }

    /**
     * Adds the nodes that were read.
     *
     * @param known paths of other banks that may contain these users and banks
     */
    void resolve(Collection<String> known) {
        known.forEach(path -> {
            String name = path.substring(path.lastIndexOf('/') + 1);
            if (!banks.containsKey(name)) {
                paths.merge(name, path, (one, other) -> "");
            }
        });
        for (CsvRow bank : banks.values()) {
            String path = path(bank.get("bank"), new HashSet<>());
            if (path != null) {
                add(path, Kind.BANK, bank);
            }
        }
        for (CsvRow user : users) {
            String bank = user.get("bank");
            String around = path(bank, new HashSet<>());
            if (around != null) {
                add(around + "/" + user.get("username"), Kind.USER, user);
            } else {
                refuse(user, "bank", bank);
            }
        }
    }

    /** Returns the bank's path. If there is none, returns null and reports the bank that lacks one. */
    private @Nullable String path(String name, Set<String> within) {
        String known = paths.get(name);
        CsvRow bank = banks.get(name);
        if (known != null) {
            return known.isEmpty() ? null : known;
        }
        if (bank == null || pathless.containsKey(name)) {
            return null;
        }
        String parent = bank.get("parentbank");
        if (!within.add(name)) {
            statement.problem(bank.place(), "parent_bank: " + parent + " (expected: no circle), bank " + name);
            pathless.put(name, bank.place());
            return null;
        }
        String around = parent.isEmpty() ? "" : path(parent, within);
        if (around == null) {
            if (pathless.putIfAbsent(name, bank.place()) == null) {
                refuse(bank, "parent_bank", parent);
            }
            return null;
        }
        String path = around.isEmpty() ? name : around + "/" + name;
        paths.put(name, path);
        return path;
    }

    private void refuse(CsvRow row, String column, String bank) {
        String refusedAt = pathless.get(bank);
        if (refusedAt != null) {
            String name = row.get(row.isUser() ? "username" : "bank");
            statement.problem(row.place(), name + ": in " + bank + ", which is refused (" + refusedAt + ")");
            return;
        }
        boolean isSeveral = paths.containsKey(bank);
        statement.problem(
                row.place(),
                column + ": \"" + bank + "\" (expected: a bank of the files or of the topic"
                        + (isSeveral ? ", which has several of that name)" : ")"));
    }

    private void add(String path, Kind kind, CsvRow row) {
        String name = row.get(kind == Kind.BANK ? "bank" : "username");
        String problem = name.isEmpty() || name.contains("/")
                ? "\"" + name + "\" (expected: a name without a slash)"
                : problem(row);
        if (problem != null) {
            statement.refuse(path, row.place(), problem);
            return;
        }
        statement.add(
                path, new ShareNode(path, kind, shares(row), !row.get("active").equals("0")), row.place());
    }

    private static @Nullable String problem(CsvRow row) {
        double shares = shares(row);
        if (!(shares >= 0 && Double.isFinite(shares))) {
            return "shares: \"" + row.get("shares") + "\" (expected: a number of 0 or more)";
        }
        String active = row.get("active");
        return active.matches("|0|1") ? null : "active: \"" + active + "\" (expected: 0 or 1)";
    }

    /** Returns the shares: 1 for an empty cell, NaN for one that is not a number. */
    private static double shares(CsvRow row) {
        String text = row.get("shares");
        if (text.isEmpty()) {
            return 1;
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
