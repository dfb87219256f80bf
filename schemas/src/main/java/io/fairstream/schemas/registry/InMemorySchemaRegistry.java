package io.fairstream.schemas.registry;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;

/** A registry within this process, for tests and for folding files; {@code mock://scope} names one that is shared. */
public final class InMemorySchemaRegistry implements SchemaRegistry {
    private static final Map<String, InMemorySchemaRegistry> SCOPES = new ConcurrentHashMap<>();

    private final Subjects subjects = new Subjects();
    private final Map<Integer, Schema> parsed = new ConcurrentHashMap<>();
    private final Map<Registered, Integer> registered = new ConcurrentHashMap<>();

    private record Registered(String subject, Schema schema) {}

    /** The one registry of that scope, empty at its first use. */
    public static InMemorySchemaRegistry shared(String scope) {
        return SCOPES.computeIfAbsent(scope, name -> new InMemorySchemaRegistry());
    }

    @Override
    public int register(String subject, Schema schema) {
        return registered.computeIfAbsent(new Registered(subject, schema), this::registerNew);
    }

    private int registerNew(Registered added) {
        synchronized (subjects) {
            SubjectVersion version =
                    subjects.next(added.subject(), added.schema().toString());
            subjects.add(version);
            return version.id();
        }
    }

    @Override
    public int lookup(String subject, Schema schema) {
        return subjects.lookup(subject, schema.toString()).id();
    }

    @Override
    public Schema byId(int id) {
        return parsed.computeIfAbsent(id, unknown -> Subjects.parse(subjects.text(unknown)));
    }

    @Override
    public boolean compatible(String subject, Schema schema) {
        return subjects.incompatibilities(subject, schema.toString()).isEmpty();
    }
}
