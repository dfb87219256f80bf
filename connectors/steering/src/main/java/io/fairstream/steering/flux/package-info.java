/** flux-accounting: fair shares in the plugin mf_priority. */
@NullMarked
package io.fairstream.steering.flux;

import org.jspecify.annotations.NullMarked;
