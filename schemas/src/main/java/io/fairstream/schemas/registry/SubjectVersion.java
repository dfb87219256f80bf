package io.fairstream.schemas.registry;

/**
 * One version of a subject.
 *
 * @param subject the topic's name and {@code -value}
 * @param version counted from 1 within the subject
 * @param id unique over all subjects; the same text has the same id everywhere
 * @param schema the schema's text, as it was registered
 */
public record SubjectVersion(String subject, int version, int id, String schema) {}
