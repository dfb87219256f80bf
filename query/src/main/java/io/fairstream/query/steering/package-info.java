/** Beliefs of schedulers compared with our accounts, and the edits sent to them so that they order by our balance. */
@NullMarked
package io.fairstream.query.steering;

import org.jspecify.annotations.NullMarked;
