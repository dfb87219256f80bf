/**
 * Messages for organisations to which a site reports usage (APEL, GRACC), and the outbox that sends them. Each item is in exactly one
 * message, even if the process is killed; a correction is in a later message that names those it replaces.
 */
@NullMarked
package io.fairstream.publish;

import org.jspecify.annotations.NullMarked;
