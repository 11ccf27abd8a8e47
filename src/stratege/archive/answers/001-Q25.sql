-- Q25. Qui a gagné plus de cent parties en commençant ? Nom, prénom, nombre de victoires,
-- du plus grand nombre au plus petit.
SELECT nom, prenom, COUNT(*) AS victoires
FROM Joueur JOIN Partie ON id_Joueur = id_joueur1
WHERE resultat = 1
GROUP BY id_Joueur, nom, prenom
HAVING COUNT(*) > 100
ORDER BY victoires DESC, id_Joueur;
