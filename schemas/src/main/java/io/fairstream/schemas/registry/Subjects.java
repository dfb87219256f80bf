package io.fairstream.schemas.registry;

import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import io.fairstream.schemas.registry.SchemaRegistry.SubjectVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;

/**
 * The contents of a registry: subjects, their versions, and the rule that each version must be able to read data of the version before
 * (BACKWARD). Adding has two steps, {@link #next} (decide) and {@link #add} (apply), so that a registry can store the version in between.
 */
public final class Subjects {
    private final Map<String, List<SubjectVersion>> bySubject = new TreeMap<>();
    private final Map<Integer, String> byId = new TreeMap<>();
    private final Map<String, Integer> idByText = new HashMap<>();
    private int lastId;

    /** Returns the subject's version with that text, or the version that would be created for it. */
    public synchronized SubjectVersion next(String subject, String text) {
        Schema schema = parse(text);
        Optional<SubjectVersion> known = find(subject, schema);
        if (known.isPresent()) {
            return known.get();
        }
        List<String> reasons = incompatibilities(subject, text);
        if (!reasons.isEmpty()) {
            throw new RegistryException(
                    RegistryException.INCOMPATIBLE,
                    "Schema being registered is incompatible with the latest version of subject \"" + subject
                            + "\" (expected: BACKWARD compatible): " + String.join("; ", reasons));
        }
        int version = latest(subject).map(SubjectVersion::version).orElse(0) + 1;
        int id = idByText.getOrDefault(schema.toString(), lastId + 1);
        return new SubjectVersion(subject, version, id, schema.toString());
    }

    /** Adds a version; a known version changes nothing. */
    public synchronized void add(SubjectVersion added) {
        List<SubjectVersion> versions = bySubject.computeIfAbsent(added.subject(), subject -> new ArrayList<>());
        if (versions.stream().noneMatch(known -> known.version() == added.version())) {
            versions.add(added);
        }
        byId.put(added.id(), added.schema());
        idByText.put(added.schema(), added.id());
        lastId = Math.max(lastId, added.id());
    }

    /** Reasons why the text cannot become the subject's next version; empty if it can. */
    public synchronized List<String> incompatibilities(String subject, String text) {
        Schema reader = parse(text);
        return latest(subject)
                .map(written -> incompatibilities(reader, parse(written.schema())))
                .orElse(List.of());
    }

    /** Reasons why the reader's schema cannot read the writer's data; empty if it can. */
    public static List<String> incompatibilities(Schema reader, Schema writer) {
        return SchemaCompatibility.checkReaderWriterCompatibility(reader, writer)
                .getResult()
                .getIncompatibilities()
                .stream()
                .map(found -> found.getType() + " at " + found.getLocation() + ": " + found.getMessage())
                .toList();
    }

    public synchronized boolean contains(SubjectVersion version) {
        return bySubject.getOrDefault(version.subject(), List.of()).contains(version);
    }

    public synchronized Set<String> names() {
        return Set.copyOf(bySubject.keySet());
    }

    /** The subject's versions, oldest first. */
    public synchronized List<SubjectVersion> versions(String subject) {
        List<SubjectVersion> versions = bySubject.get(subject);
        if (versions == null) {
            throw new RegistryException(RegistryException.SUBJECT_NOT_FOUND, "Subject '" + subject + "' not found.");
        }
        return List.copyOf(versions);
    }

    /** The versions with this id, by subject; none for an unknown id. */
    public synchronized List<SubjectVersion> versions(int id) {
        return bySubject.values().stream()
                .flatMap(List::stream)
                .filter(version -> version.id() == id)
                .toList();
    }

    /** Returns the subject's version with exactly this schema. */
    public synchronized SubjectVersion lookup(String subject, String text) {
        versions(subject);
        return find(subject, parse(text))
                .orElseThrow(() -> new RegistryException(
                        RegistryException.SCHEMA_NOT_FOUND,
                        "Schema not found under subject '" + subject + "' (expected: registered before)."));
    }

    public synchronized String text(int id) {
        String text = byId.get(id);
        if (text == null) {
            throw new RegistryException(RegistryException.SCHEMA_NOT_FOUND, "Schema " + id + " not found.");
        }
        return text;
    }

    /** Throws {@link RegistryException} with {@link RegistryException#INVALID_SCHEMA} for an invalid text. */
    public static Schema parse(String text) {
        try {
            return new Schema.Parser().parse(text);
        } catch (AvroRuntimeException e) {
            throw new RegistryException(RegistryException.INVALID_SCHEMA, "Invalid Avro schema: " + e.getMessage(), e);
        }
    }

    private Optional<SubjectVersion> find(String subject, Schema schema) {
        String text = schema.toString();
        return bySubject.getOrDefault(subject, List.of()).stream()
                .filter(version -> version.schema().equals(text))
                .findFirst();
    }

    private Optional<SubjectVersion> latest(String subject) {
        List<SubjectVersion> versions = bySubject.getOrDefault(subject, List.of());
        return versions.isEmpty() ? Optional.empty() : Optional.of(versions.get(versions.size() - 1));
    }
}
