package io.fairstream.schemas.registry;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * A registry of writer schemas. All methods are safe to call from several threads and throw {@link RegistryException} when the registry
 * refuses or cannot be reached.
 */
public interface SchemaRegistry {
    /**
     * Returns the id of the schema under the subject; registers the schema if necessary.
     *
     * @throws RegistryException with {@link RegistryException#INCOMPATIBLE} when the subject's compatibility level forbids it
     */
    int register(String subject, Schema schema);

    /** Like {@link #register}, but throws {@link RegistryException} with {@link RegistryException#isUnknown()} instead of registering. */
    int lookup(String subject, Schema schema);

    /** Returns the schema of an id; throws {@link RegistryException} with {@link RegistryException#isUnknown()} when there is none. */
    Schema byId(int id);

    /** Returns true if the registry is reachable and works. */
    default boolean answers() {
        return true;
    }

    /** Returns true if the schema may become the subject's next version; true for a subject without versions. */
    boolean compatible(String subject, Schema schema);

    /**
     * A registry's refusal, or a missing answer. It is deliberately not a {@code SerializationException}: unreadable bytes belong into the
     * dead letters, bytes that cannot be read <em>now</em> do not.
     */
    final class RegistryException extends KafkaException {
        private static final long serialVersionUID = 1L;

        /** No server answered before the time-outs. */
        public static final int UNREACHABLE = 0;

        public static final int SUBJECT_NOT_FOUND = 40401;
        public static final int VERSION_NOT_FOUND = 40402;
        public static final int SCHEMA_NOT_FOUND = 40403;
        public static final int COMPATIBILITY_NOT_CONFIGURED = 40408;
        public static final int MODE_NOT_CONFIGURED = 40409;
        public static final int INCOMPATIBLE = 409;
        public static final int INVALID_SCHEMA = 42201;
        public static final int INVALID_VERSION = 42202;

        private final int code;

        public RegistryException(int code, String message) {
            this(code, message, null);
        }

        public RegistryException(int code, String message, @Nullable Throwable cause) {
            super(message, cause);
            this.code = code;
        }

        /** The registry's error code: an HTTP status, or the status and two more digits. */
        public int code() {
            return code;
        }

        /**
         * Returns true if the registry has answered that the schema does not exist or cannot be read: a later retry will not make the bytes
         * readable. Any other failure says nothing about the schema.
         */
        public boolean isAboutTheSchema() {
            return isAboutTheSchema(code);
        }

        public static boolean isAboutTheSchema(int code) {
            return code / 100 == 404 || isStatus(code, 400) || isStatus(code, 422);
        }

        /** Returns true if a retry of the request may succeed, by an error code of the REST calls. */
        public static boolean mayPass(int code) {
            return !isAboutTheSchema(code) && !isStatus(code, INCOMPATIBLE);
        }

        /** Returns true if the registry was not reachable, was overloaded or failed itself: a retry may succeed, also at another server. */
        public boolean isOfTheServer() {
            int status = status(code);
            return status == UNREACHABLE || status == 429 || status >= 500;
        }

        /** Returns the HTTP status of an error code. */
        static int status(int code) {
            return code >= 1000 ? code / 100 : code;
        }

        private static boolean isStatus(int code, int status) {
            return code == status || code / 100 == status;
        }

        /** Returns true if the registry itself answered that there is no such schema, subject or version; a bare 404 is a wrong address. */
        public boolean isUnknown() {
            return code / 100 == 404;
        }
    }

    /**
     * One version of a subject.
     *
     * @param subject the topic's name and {@code -value}
     * @param version counted from 1 within the subject
     * @param id unique over all subjects; the same text has the same id everywhere
     * @param schema the schema's text as registered
     */
    record SubjectVersion(String subject, int version, int id, String schema) {}

    /** A registry within this process, for tests and for folding files; {@code mock://scope} names a shared one. */
    final class InMemorySchemaRegistry implements SchemaRegistry {
        private static final Map<String, InMemorySchemaRegistry> SCOPES = new ConcurrentHashMap<>();

        private final Subjects subjects = new Subjects();
        private final Map<Integer, Schema> parsed = new ConcurrentHashMap<>();
        private final Map<Registered, Integer> registered = new ConcurrentHashMap<>();

        private record Registered(String subject, Schema schema) {}

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
}
