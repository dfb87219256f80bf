package io.fairstream.query.shares;

import io.fairstream.query.shares.AllocationEdit.Field;
import io.fairstream.schemas.AllocationUnit;
import java.io.IOException;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Limits of Slurm's associations as allocations. {@code GrpTRESMins} limits the use of all jobs of an account or a user, as an allocation
 * does; energy is in joules. Limits per job, of running jobs and of a partition are none. A path has one allocation, so that one of
 * several limits is taken.
 */
final class SlurmLimits {
    private static final String ROOT = "root";
    private static final String GRP = "GrpTRESMins";
    private static final String OLD_GRP = "GrpCPUMins";
    /** Limits of something else than the use of all jobs, with the reason for people. */
    private static final Map<String, String> OTHERS = Map.of(
            "MaxTRESMins", "a limit per job",
            "MaxTRESMinsPerJob", "a limit per job",
            "MaxCPUMins", "a limit per job",
            "MaxCPUMinsPerJob", "a limit per job",
            "GrpTRESRunMins", "a limit of running jobs",
            "GrpTRESRunMin", "a limit of running jobs",
            "GrpCPURunMins", "a limit of running jobs");

    /** Units in the order in which they are taken. */
    private static final List<AllocationUnit> ORDER = List.of(
            AllocationUnit.BILLING, AllocationUnit.CPU, AllocationUnit.GPU, AllocationUnit.NODE, AllocationUnit.ENERGY);

    private static final double MINUTE = 60;
    private static final CsvRow.Form ASSOCIATIONS = new CsvRow.Form(
            '|',
            first -> first.contains("account") && (first.contains("grptresmins") || first.contains("grpcpumins"))
                    ? first
                    : List.of(),
            "columns Account and GrpTRESMins, as of sacctmgr -P show assoc");

    private final Statement<AllocationEdit> statement;
    private final @Nullable AllocationUnit preferred;

    SlurmLimits(Statement<AllocationEdit> statement, @Nullable AllocationUnit preferred) {
        this.statement = statement;
        this.preferred = preferred;
    }

    /** Adds the limit of a line of {@code sacctmgr dump}. */
    void add(String path, SacctmgrLine line, String place) {
        Map<String, String> limits = new HashMap<>();
        Stream.concat(Stream.of(GRP, OLD_GRP), OTHERS.keySet().stream())
                .forEach(name -> line.option(name).ifPresent(text -> limits.put(name, text)));
        add("/" + path, limits, line.option("Partition").orElse(""), place);
    }

    /**
     * Reads the table of {@code sacctmgr -P show assoc}.
     *
     * @param banks paths of known banks, for accounts whose parent the table does not say
     */
    void readAssociations(String file, String text, Collection<String> banks) throws IOException {
        List<CsvRow> rows = CsvRow.read(file, text, ASSOCIATIONS, statement);
        Map<String, String> parents = new HashMap<>();
        Map<String, String> known = new HashMap<>(Map.of(ROOT, ROOT));
        banks.forEach(bank -> known.merge(bank.substring(bank.lastIndexOf('/') + 1), bank, (one, other) -> ""));
        for (CsvRow row : rows) {
            String parent = row.get("parname").isEmpty() ? row.get("parentname") : row.get("parname");
            if (row.get("user").isEmpty() && !parent.isEmpty()) {
                parents.put(row.get("account"), parent);
            }
        }
        String cluster = rows.isEmpty() ? "" : rows.get(0).get("cluster");
        for (CsvRow row : rows) {
            Map<String, String> limits = limits(row);
            if (limits.isEmpty()) {
                continue;
            }
            String account = path(row.get("account"), parents, known, new HashSet<>());
            if (!row.get("cluster").equals(cluster)) {
                statement.problem(
                        row.place(),
                        "cluster: " + row.get("cluster") + " (expected: one cluster in a file, here " + cluster + ")");
            } else if (account == null) {
                statement.problem(
                        row.place(),
                        "account: \"" + row.get("account")
                                + "\" (expected: an account of that name in shares, or a column ParentName)");
            } else {
                String user = row.get("user").isEmpty() ? "" : "/" + row.get("user");
                add("/" + account + user, limits, row.get("partition"), row.place());
            }
        }
    }

    private static Map<String, String> limits(CsvRow row) {
        Map<String, String> limits = new HashMap<>();
        Stream.concat(Stream.of(GRP, OLD_GRP), OTHERS.keySet().stream()).forEach(name -> {
            String text = row.get(name.toLowerCase(Locale.ROOT));
            if (!text.isEmpty()) {
                limits.put(name, text);
            }
        });
        return limits;
    }

    /** Returns the path of an account; null if it is unknown. */
    private static @Nullable String path(
            String account, Map<String, String> parents, Map<String, String> known, Set<String> within) {
        String parent = parents.get(account);
        if (parent == null || account.equals(ROOT)) {
            String path = known.getOrDefault(account, "");
            return path.isEmpty() ? null : path;
        }
        String around = within.add(account) ? path(parent, parents, known, within) : null;
        return around == null ? null : around + "/" + account;
    }

    private void add(String target, Map<String, String> limits, String partition, String place) {
        limits.entrySet().stream()
                .filter(limit -> OTHERS.containsKey(limit.getKey()) && !isNone(limit.getValue()))
                .sorted(Map.Entry.comparingByKey())
                .forEach(limit -> skip(target, place, limit.getKey(), limit.getValue(), OTHERS.get(limit.getKey())));
        String grp = limits.getOrDefault(GRP, "");
        String old = limits.getOrDefault(OLD_GRP, "");
        String all = grp.isEmpty() && !old.isEmpty() ? "cpu=" + old : grp;
        if (!partition.isEmpty() && !isNone(all)) {
            skip(target, place, GRP, all, "a limit in the partition " + partition);
        } else if (!isNone(all)) {
            take(target, all, place);
        }
    }

    /** Returns true for no limit, for which sacctmgr also writes -1. */
    private static boolean isNone(String limits) {
        return Stream.of(limits.split(",", -1)).allMatch(part -> part.isBlank() || part.endsWith("-1"));
    }

    private void take(String target, String limits, String place) {
        Map<AllocationUnit, Double> amounts = new EnumMap<>(AllocationUnit.class);
        Map<AllocationUnit, String> texts = new EnumMap<>(AllocationUnit.class);
        for (String limit : limits.split(",", -1)) {
            String[] parts = limit.strip().split("=", 2);
            AllocationUnit unit = unit(parts[0]);
            if (isNone(limit)) {
                continue;
            }
            if (parts.length < 2 || !parts[1].matches("\\d{1,18}")) {
                statement.refuse(
                        target,
                        place,
                        GRP + ": " + limit + " (expected: whole minutes, as cpu=600000), target " + target);
                return;
            }
            if (unit == null) {
                skip(target, place, GRP, limit, "no unit of allocations");
            } else {
                double number = Double.parseDouble(parts[1]);
                amounts.put(unit, unit == AllocationUnit.ENERGY ? number : number * MINUTE);
                texts.put(unit, limit);
            }
        }
        AllocationUnit taken = Stream.concat(Stream.ofNullable(preferred), ORDER.stream())
                .filter(amounts::containsKey)
                .findFirst()
                .orElse(null);
        if (taken != null) {
            texts.forEach((unit, text) -> {
                if (unit != taken) {
                    skip(target, place, GRP, text, "one unit of a target, here " + taken + "; --unit chooses another");
                }
            });
            String amount = Objects.toString(amounts.get(taken));
            Map<Field, String> given = new EnumMap<>(Field.class);
            given.put(Field.UNIT, taken.name());
            given.put(Field.AMOUNT, amount);
            statement.add(target, AllocationEdit.of(given), place);
        }
    }

    private static @Nullable AllocationUnit unit(String tres) {
        return switch (tres.toLowerCase(Locale.ROOT)) {
            case "cpu" -> AllocationUnit.CPU;
            case "gres/gpu" -> AllocationUnit.GPU;
            case "node" -> AllocationUnit.NODE;
            case "billing" -> AllocationUnit.BILLING;
            case "energy" -> AllocationUnit.ENERGY;
            default -> null;
        };
    }

    private void skip(String target, String place, String limit, String text, @Nullable String reason) {
        statement.note(place, target + ": " + limit + " " + text + " skipped (" + reason + ")");
    }
}
