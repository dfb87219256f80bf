package io.fairstream.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Functions and views of {@code views.sql}; each is created if the tables exist that it needs. */
final class Views {
    /** Header {@code --- VIEW name needs table, table}, followed by the statements. */
    private static final Pattern HEAD = Pattern.compile("(?m)^--- (VIEW|FUNCTION) (\\S.*) needs ([a-z_, ]+)$");

    private static final List<Made> ALL = read();

    /**
     * A view or a function.
     *
     * @param name of a function with the types of its arguments
     */
    private record Made(String kind, String name, List<String> needs, String sql) {}

    private Views() {}

    private static List<Made> read() {
        String text;
        try (InputStream in = Objects.requireNonNull(Views.class.getResourceAsStream("views.sql"))) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Made> all = new ArrayList<>();
        Matcher head = HEAD.matcher(text);
        boolean isThere = head.find();
        while (isThere) {
            String kind = head.group(1);
            String name = head.group(2);
            List<String> needs = Arrays.asList(head.group(3).trim().split(",\\s*", -1));
            int from = head.end();
            isThere = head.find();
            all.add(new Made(kind, name, needs, text.substring(from, isThere ? head.start() : text.length())));
        }
        return List.copyOf(all);
    }

    static void create(Connection connection, String schema) throws SQLException {
        for (Made made : ALL) {
            if (areThere(connection, schema, made.needs())) {
                Database.execute(connection, made.sql().replace("${schema}", Names.quoted(schema)));
            }
        }
    }

    /** Drops all views and functions; PostgreSQL rejects that if other objects depend on them. */
    static void drop(Connection connection, String schema) throws SQLException {
        List<Made> last = new ArrayList<>(ALL);
        Collections.reverse(last);
        for (Made made : last) {
            if (areThere(connection, schema, made.needs())) {
                Database.execute(
                        connection,
                        "DROP " + made.kind() + " IF EXISTS " + Names.quoted(schema) + "."
                                + made.name().replace("${schema}", Names.quoted(schema)));
            }
        }
    }

    private static boolean areThere(Connection connection, String schema, List<String> tables) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT to_regclass(?) IS NOT NULL")) {
            for (String table : tables) {
                statement.setString(1, Names.quoted(schema) + "." + Names.quoted(table));
                try (ResultSet answer = statement.executeQuery()) {
                    answer.next();
                    if (!answer.getBoolean(1)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }
}
