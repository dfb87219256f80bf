/**
 * Messages for those to whom a site reports what was used: each thing is in exactly one message, whenever the process is killed, and
 * what is corrected later is in a further one that names those it replaces.
 */
@NullMarked
package io.fairstream.publish;

import org.jspecify.annotations.NullMarked;
