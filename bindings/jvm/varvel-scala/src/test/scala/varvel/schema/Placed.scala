package varvel.schema.placed

import varvel.*

inline given Config = Config.withNames(Config.snakeCase)

case class Held(someName: Int) derives Codec
case class Holder(theHeld: Held) derives Codec

def schema: JsonSchema = JsonSchema.of[Holder]
