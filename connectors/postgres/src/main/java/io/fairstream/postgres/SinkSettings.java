package io.fairstream.postgres;

import io.fairstream.relations.Relation;
import io.fairstream.relations.Relations;
import io.fairstream.relations.SqlName;
import io.fairstream.schemas.PlainJson.Spelling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Settings of the sink: its database, and the topics to copy.
 *
 * @param url JDBC URL, {@code jdbc:postgresql://HOST/DATABASE}, without a password
 * @param user owner of the tables; empty for the driver's default, the user of the process
 * @param passwordFile whose first line is the password; empty if none is needed, or {@code .pgpass} contains it
 * @param schema of the tables
 * @param tables to copy, in the order of the topics
 * @param history those of them that are partitioned by months
 * @param batch rows after which a transaction is committed, 1 to 1,000,000
 * @param metricsPort port on loopback for metrics, 0 for any free one; empty for none
 */
public record SinkSettings(
        String url,
        Optional<String> user,
        Optional<Path> passwordFile,
        String schema,
        List<Relation> tables,
        Set<String> history,
        int batch,
        OptionalInt metricsPort) {
    /** All keys. */
    public static final List<String> KEYS =
            List.of("url", "user", "password.file", "schema", "tables", "history", "batch", "metrics.port");

    /** Default schema of the tables. */
    public static final String DEFAULT_SCHEMA = "fairstream";

    private static final String DEFAULT_HISTORY = "charges,daily";
    private static final int DEFAULT_BATCH = 10_000;
    private static final int LARGEST_BATCH = 1_000_000;
    private static final int LARGEST_PORT = 65_535;
    private static final String JDBC = "jdbc:postgresql:";

    public SinkSettings {
        tables = List.copyOf(tables);
        history = Set.copyOf(history);
    }

    /** Entries, and the problems found in them, which are reported together. */
    private record Reading(Map<String, String> entries, List<String> problems) {
        Optional<String> of(String key) {
            return Optional.ofNullable(entries.get(key)).map(String::trim).filter(value -> !value.isEmpty());
        }

        void refuse(String key, String found, String expected) {
            problems.add(key + ": " + found + " (expected: " + expected + ")");
        }

        int number(String key, int otherwise, int least, int most) {
            Optional<String> text = of(key);
            if (text.isEmpty()) {
                return otherwise;
            }
            try {
                int number = Integer.parseInt(text.get());
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // rejected below
            }
            refuse(key, text.get(), "an integer, " + least + " to " + most);
            return otherwise;
        }
    }

    /**
     * Parses a properties file.
     *
     * @throws SinkException with all problems
     */
    public static SinkSettings parse(Map<String, String> entries) {
        Reading reading = new Reading(entries, new ArrayList<>());
        for (String key : new TreeSet<>(entries.keySet())) {
            if (!KEYS.contains(key)) {
                reading.problems().add(key + ": no such setting (" + Spelling.hint(key, KEYS) + ")");
            }
        }
        List<Relation> tables = tables(reading);
        SinkSettings settings = new SinkSettings(
                url(reading),
                reading.of("user"),
                reading.of("password.file").map(Path::of),
                reading.of("schema").orElse(DEFAULT_SCHEMA),
                tables,
                history(reading, tables),
                reading.number("batch", DEFAULT_BATCH, 1, LARGEST_BATCH),
                reading.of("metrics.port").isEmpty()
                        ? OptionalInt.empty()
                        : OptionalInt.of(reading.number("metrics.port", 0, 0, LARGEST_PORT)));
        if (settings.schema().length() > SqlName.LONGEST) {
            reading.refuse("schema", settings.schema(), "at most " + SqlName.LONGEST + " characters");
        }
        if (!reading.problems().isEmpty()) {
            throw new SinkException(String.join("; ", reading.problems()));
        }
        return settings;
    }

    /** Creates settings for a comparison: a database and a schema, all tables. */
    public static SinkSettings of(String url, Optional<String> user, Optional<Path> passwordFile, String schema) {
        Map<String, String> entries = new HashMap<>(Map.of("url", url, "schema", schema));
        user.ifPresent(name -> entries.put("user", name));
        passwordFile.ifPresent(file -> entries.put("password.file", file.toString()));
        return parse(entries);
    }

    private static String url(Reading reading) {
        String url = reading.of("url").orElse("");
        if (!url.startsWith(JDBC)) {
            reading.refuse("url", url, JDBC + "//HOST:PORT/DATABASE");
        } else if (url.toLowerCase(Locale.ROOT).matches(".*[?&]password=.*") || url.matches("[^?]*//[^/?]*@.*")) {
            reading.refuse("url", "contains a password or user", "password.file and user");
        }
        return url;
    }

    private static List<Relation> tables(Reading reading) {
        Optional<String> named = reading.of("tables");
        if (named.isEmpty() || named.get().equals("all")) {
            return Relations.all();
        }
        Set<String> wanted = new LinkedHashSet<>();
        for (String name : names(named.get())) {
            Relations.named(name)
                    .ifPresentOrElse(
                            relation -> wanted.add(relation.name()),
                            () -> reading.problems()
                                    .add("tables: " + name + " is none ("
                                            + Spelling.hint(
                                                    name,
                                                    Relations.all().stream()
                                                            .map(Relation::name)
                                                            .toList())
                                            + ")"));
        }
        return Relations.all().stream()
                .filter(relation -> wanted.contains(relation.name()))
                .toList();
    }

    private static Set<String> history(Reading reading, List<Relation> tables) {
        Set<String> copied = tables.stream().map(Relation::name).collect(Collectors.toSet());
        boolean isStated = reading.entries().containsKey("history");
        String text = isStated ? Objects.requireNonNull(reading.entries().get("history")) : DEFAULT_HISTORY;
        Set<String> history = new LinkedHashSet<>();
        for (String name : text.trim().equals("none") ? List.<String>of() : names(text)) {
            Optional<Relation> relation = Relations.named(name);
            if (relation.isEmpty() || !PgTable.canBeHistory(relation.get())) {
                reading.refuse(
                        "history", name, "none, or tables whose rows have a time: " + String.join(", ", timed()));
            } else if (copied.contains(relation.get().name())) {
                history.add(relation.get().name());
            } else if (isStated) {
                reading.refuse("history", name, "one of tables");
            }
        }
        return history;
    }

    private static List<String> timed() {
        return Relations.all().stream()
                .filter(PgTable::canBeHistory)
                .map(Relation::name)
                .toList();
    }

    private static List<String> names(String list) {
        return Arrays.stream(list.split(",", -1))
                .map(String::trim)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /**
     * Reads the password, for each new connection, so that it can be changed.
     *
     * @throws SinkException if the file cannot be read
     */
    Optional<String> password() {
        return passwordFile.map(file -> {
            try {
                return Files.readString(file).lines().findFirst().orElse("");
            } catch (IOException e) {
                throw new SinkException(
                        "password.file: " + file + " cannot be read: " + e.getMessage()
                                + " (expected: a file whose first line is the password)",
                        e);
            }
        });
    }
}
