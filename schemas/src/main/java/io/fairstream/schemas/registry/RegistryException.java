package io.fairstream.schemas.registry;

import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * A registry's refusal, or its silence. It is deliberately no {@code SerializationException}: bytes that cannot be read belong
 * into the dead letters, bytes that cannot be read <em>now</em> do not.
 */
public final class RegistryException extends KafkaException {
    private static final long serialVersionUID = 1L;

    /** Nobody answered within the time-outs. */
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
     * True if the registry has answered that the schema does not exist or cannot be read: a later try will not make the bytes
     * readable either. Anything else is no answer.
     */
    public boolean isAboutTheSchema() {
        return isAboutTheSchema(code);
    }

    /** {@link #isAboutTheSchema()} of an error code of the REST calls. */
    public static boolean isAboutTheSchema(int code) {
        return code / 100 == 404 || isStatus(code, 400) || isStatus(code, 422);
    }

    /** Returns true if a retry of the request may succeed, by an error code of the REST calls. */
    public static boolean mayPass(int code) {
        return !isAboutTheSchema(code) && !isStatus(code, INCOMPATIBLE);
    }

    private static boolean isStatus(int code, int status) {
        return code == status || code / 100 == status;
    }

    /**
     * True if the registry itself answered that the schema, subject or version does not exist; a bare 404 is a wrong address and
     * proves nothing.
     */
    public boolean isUnknown() {
        return code / 100 == 404;
    }
}
